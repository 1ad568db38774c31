import type { MintingMember, ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { afterFiring, passOver, type SlotFacts, type SlotMemory } from '../../core/schedule'
import { formatInstant, type Instant } from '../../core/time/instant'
import { CHILDREN_CAP, FANOUT_CAP, membersOf } from './members'
import { afterMinting } from './observe-minting'
import type { Scene, ScheduleSlots } from './scene'
import { scheduleEvent } from './slot-event'
import { expandSources } from './sources'
import { withSlots } from './wire-memory'

export interface Firing extends Scene {
  readonly facts: SlotFacts
  readonly slot: Instant
}

/** Milliseconds after which sources that cannot be read are read again. */
const RETRY = 60_000

/** Freezes the Snapshots of a due slot. They are created by a later answer, once this is written. */
export const fire = (
  schedule: SnapshotSchedule,
  base: ScheduleMemory,
  slots: SlotMemory,
  scene: Firing,
): Partial<ScheduleSlots> => {
  const { slot, facts, policy, targets, rows } = scene
  const fired = withSlots(base, afterFiring(slots, slot, facts))
  if (!scene.certain) return { memory: fired }
  const sources = expandSources(policy, scene.reads)
  switch (sources._tag) {
    case 'NotRead':
      return { memory: base, needs: sources.needs }
    case 'Refused':
      return { memory: base, refusal: sources, wake: scene.now + RETRY }
    case 'Expanded': {
      const members = membersOf(policy, schedule, slot, { sources: sources.members, targets })
      return members.length > FANOUT_CAP || rows.length + members.length > CHILDREN_CAP
        ? { memory: withSlots(base, passOver(slots, slot, { ...facts, reason: 'FanoutCapped' })) }
        : frozen(schedule, fired, members, { slot, scene })
    }
  }
}

const frozen = (
  schedule: SnapshotSchedule,
  memory: ScheduleMemory,
  members: ReadonlyArray<MintingMember>,
  { slot, scene }: { readonly slot: Instant; readonly scene: Scene },
): Partial<ScheduleSlots> => {
  const minting = { slot: formatInstant(slot), members, observed: [] }
  return members.length > 0
    ? { memory: { ...memory, minting }, wake: scene.now }
    : {
        memory: afterMinting({ ...memory, minting }, minting),
        effects: [nothingSelected(schedule, scene, minting.slot)],
      }
}

const nothingSelected = (schedule: SnapshotSchedule, { policy }: Scene, slot: string) =>
  scheduleEvent(schedule, {
    type: 'Warning',
    reason: 'NothingSelected',
    action: 'CheckSelector',
    message: `Policy ${policy.metadata.name}: no claim matches its selectors, so slot ${slot} made no Snapshot`,
    occasion: `${policy.metadata.name} ${slot}`,
  })
