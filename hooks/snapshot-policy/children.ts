import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import type { PrunedBy } from '../../api/names/annotations'
import { lastCall } from '../core/memo/last-call'
import { mapAgain } from '../core/memo/map-again'
import type { ChildDecision } from '../hook'
import { bornSnapshot } from './born-snapshot'
import { keptSnapshot, ownerOf, type Owner } from './kept-snapshot'
import type { Pruning } from './pruning/prune'
import type { PolicyRequest } from './request'
import type { Row } from './row'
import type { ScheduleSlots } from './slots/scene'
import { belongsTo } from './slots/slot-facts'
import type { Target } from './target'

/** Every observed Snapshot, kept as its policy wants it or dropped. */
export const keptChildren = (
  { policy, schedules }: PolicyRequest,
  rows: ReadonlyArray<Row>,
  { stamps, drops }: Pruning,
): ReadonlyArray<ChildDecision> => {
  const all = allKept(rows, stamps, ownerOf(policy), schedules)
  return drops.size === 0 ? all : all.map((child) => dropped(child, drops))
}

const allKept = lastCall(
  (rows: ReadonlyArray<Row>, stamps: Pruning['stamps'], owner: Owner, schedules: ReadonlyArray<SnapshotSchedule>) =>
    keptAgain(rows, ({ name }) => stamps.get(name), owners(owner, schedules)),
)

interface Owners {
  readonly owner: Owner
  readonly schedules: ReadonlyArray<SnapshotSchedule>
}

const owners = lastCall((owner: Owner, schedules: ReadonlyArray<SnapshotSchedule>): Owners => ({ owner, schedules }))

const keptAgain = mapAgain((row: Row, stamp: PrunedBy | undefined, { owner, schedules }: Owners): ChildDecision => ({
  _tag: 'keep',
  object: keptSnapshot(row, stamp, owner, scheduleOf(row, schedules)),
}))

const dropped = (child: ChildDecision, drops: Pruning['drops']): ChildDecision => {
  const reason = drops.get(child.object.metadata.name)
  return reason === undefined ? child : { _tag: 'drop', object: child.object, reason }
}

/** The Snapshots that slots ask for. */
export const bornChildren = (
  { policy }: PolicyRequest,
  targets: ReadonlyArray<Target>,
  slots: ReadonlyArray<ScheduleSlots>,
): ReadonlyArray<ChildDecision> =>
  slots
    .flatMap(({ births }) => births)
    .map((birth) => ({
      _tag: 'create',
      object: bornSnapshot(policy, targets, birth),
      reason: `slot ${birth.slot} of schedule ${birth.schedule.metadata.name}`,
    }))

export const scheduleOf = (row: Row, schedules: ReadonlyArray<SnapshotSchedule>): SnapshotSchedule | undefined =>
  row.schedule === undefined ? undefined : schedules.find((schedule) => belongsTo(schedule)(row))

export const inOrder = (
  kept: ReadonlyArray<ChildDecision>,
  born: ReadonlyArray<ChildDecision>,
): ReadonlyArray<ChildDecision> => (born.length === 0 ? kept : [...kept, ...born].sort(byChildName))

const byChildName = (a: ChildDecision, b: ChildDecision): number =>
  a.object.metadata.name < b.object.metadata.name ? -1 : 1
