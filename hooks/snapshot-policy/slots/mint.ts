import { instantOf } from '../../core/time/instant'
import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import type { Row } from '../row'
import { afterMinting, isMinted, viewMinting, type MintingView } from './observe-minting'
import { quiet, type Scene, type ScheduleSlots } from './scene'
import { scheduleEvent } from './slot-event'

/** Milliseconds after which a Snapshot that was asked for and not seen is asked for again. */
const PATIENCE = 5_000

/** Goes on with a slot whose Snapshots are being made: remembers those seen, creates those that are not there. */
export const mint = (schedule: SnapshotSchedule, memory: ScheduleMemory, scene: Scene): ScheduleSlots => {
  const { minting } = memory
  const uid = schedule.metadata.uid ?? ''
  if (minting === undefined) return quiet(uid, memory)
  const view = viewMinting(minting, {
    policyUid: scene.policy.metadata.uid ?? '',
    namespace: scene.policy.metadata.namespace ?? '',
    names: namesOf(scene.rows),
    reads: scene.reads,
  })
  const effects = takenEvents(schedule, minting.slot, view, scene)
  return isMinted(minting, view)
    ? { ...quiet(uid, withTakenSkipped(afterMinting(memory, minting, view.taken.length), minting.slot, view)), effects }
    : {
        ...quiet(uid, withObserved(memory, view)),
        births:
          scene.certain && scene.policy.spec.suspend !== true
            ? view.create.map((member) => ({ member, slot: minting.slot, schedule }))
            : [],
        needs: view.needs,
        effects,
        wake: scene.now + PATIENCE,
      }
}

const withObserved = (memory: ScheduleMemory, { observed }: MintingView): ScheduleMemory =>
  memory.minting === undefined || memory.minting.observed.length === observed.length
    ? memory
    : { ...memory, minting: { ...memory.minting, observed } }

/** A name that somebody else's object holds will not become a run of this slot: that is a slot passed over. */
const withTakenSkipped = (memory: ScheduleMemory, slot: string, { taken }: MintingView): ScheduleMemory =>
  taken.length === 0
    ? memory
    : { ...memory, skips: [...(memory.skips ?? []), { slot, count: taken.length, reason: 'Collapsed' }] }

const takenEvents = (schedule: SnapshotSchedule, slot: string, { taken }: MintingView, { certain, policy }: Scene) =>
  certain && instantOf(slot) !== undefined
    ? taken.map((name) =>
        scheduleEvent(schedule, {
          type: 'Warning',
          reason: 'SnapshotNameTaken',
          action: 'RenameSnapshot',
          message: `Policy ${policy.metadata.name}: Snapshot ${name} is not of this slot, so the slot has no run; give hand-made Snapshots other names`,
          occasion: `${policy.metadata.name} ${name}`,
        }),
      )
    : []

const namesOf = (rows: ReadonlyArray<Row>): ReadonlySet<string> => new Set(rows.map(({ name }) => name))
