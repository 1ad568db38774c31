import type { ScheduleMemory } from '../../api/kinds/shared/schedule-memory'
import type { PrunedBy } from '../../api/names/annotations'
import type { SnapshotPolicyStatus } from '../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { mapAgain } from '../core/memo/map-again'
import { lastCall } from '../core/memo/last-call'
import type { Effect } from '../effect'
import type { ChildDecision, Circumstances, Decision } from '../hook'
import type { Need } from '../need'
import { bornSnapshot } from './born-snapshot'
import { keptSnapshot, ownerOf, type Owner } from './kept-snapshot'
import { policyMemory, policyNeed, type PolicyMemory } from './memory'
import { prune, stampsSeen, type Pruning } from './pruning/prune'
import type { PolicyRequest } from './request'
import { rowsOf, type Row } from './row'
import { policySlots, remembersMore } from './slots/policy-slots'
import type { ScheduleSlots } from './slots/scene'
import { belongsTo } from './slots/slot-facts'
import { standingOf, type Standing } from './standing'
import { statusOf } from './status'
import { targetsOf, type Target } from './target'
import { secondsUntil } from './wake'

/** What is still to be read, and what is decided on what was read: it stands once nothing is left to read. */
export interface Deliberation {
  readonly needs: ReadonlyArray<Need>
  readonly decision: () => PolicyDecision
}

export interface PolicyDecision extends Decision {
  readonly status: SnapshotPolicyStatus
}

/** One look at a policy: its slots, its history, its status. */
export const deliberate = (request: PolicyRequest, circumstances: Circumstances): Deliberation => {
  const targets = targetsOf(request)
  const standing = standingOf(request.policy, targets, circumstances.settings)
  const rows = rowsOf(request.snapshots)
  return standing._tag === 'Usable'
    ? act(request, circumstances, { targets, standing, rows })
    : rest(request, circumstances, { targets, standing, rows })
}

interface View {
  readonly targets: ReadonlyArray<Target>
  readonly standing: Standing
  readonly rows: ReadonlyArray<Row>
}

/** Nothing is decided on a spec that cannot be acted on: every Snapshot stays as it is. */
const rest = (request: PolicyRequest, { now }: Circumstances, view: View): Deliberation => {
  const pruning = { stamps: stampsSeen(view.rows), drops: new Map<string, string>(), needs: [] }
  const memories = request.policy.status?.schedules ?? {}
  return {
    needs: [],
    decision: () => ({
      status: statusOf(request.policy, { ...view, pruning, memories, now }),
      children: kept(request, view.rows, pruning),
      effects: [],
    }),
  }
}

const act = (request: PolicyRequest, { reads, now }: Circumstances, view: View): Deliberation => {
  const { policy, schedules } = request
  const memory = policyMemory(policy, reads)
  const slots = policySlots(schedules, memory, { policy, targets: view.targets, rows: view.rows, reads, now })
  const pruning = prune(view.rows, {
    policy,
    spec: policy.spec,
    schedules,
    targets: view.targets,
    reads,
    active: policy.spec.suspend !== true,
    replacements: slots.flatMap(({ replace }) => (replace === undefined ? [] : [replace])),
  })
  return {
    needs: [...memoryNeeds(request, memory, slots), ...slots.flatMap(({ needs }) => needs), ...pruning.needs],
    decision: () => decisionOf(request, view, { memory, slots, pruning, now }),
  }
}

/** A memory that is going to change, or that makes a slot's Snapshots, is read again first. */
const memoryNeeds = (
  { policy }: PolicyRequest,
  memory: PolicyMemory,
  slots: ReadonlyArray<ScheduleSlots>,
): ReadonlyArray<Need> =>
  memory._tag === 'Cached' && (remembersMore(slots, memory) || slots.some((one) => one.memory?.minting !== undefined))
    ? [policyNeed(policy)]
    : []

interface Findings {
  readonly memory: PolicyMemory
  readonly slots: ReadonlyArray<ScheduleSlots>
  readonly pruning: Pruning
  readonly now: number
}

const decisionOf = (request: PolicyRequest, view: View, { memory, slots, pruning, now }: Findings): PolicyDecision => {
  const certain = memory._tag === 'Certain'
  const wakes = slots.flatMap(({ wake }) => (wake === undefined ? [] : [wake]))
  return {
    status: statusOf(request.policy, {
      ...view,
      pruning,
      memories: memoriesOf(memory, slots),
      now,
      ...refusalOf(slots),
    }),
    children: inOrder(kept(request, view.rows, pruning), certain ? born(request, view, slots) : []),
    ...secondsUntil(wakes, now),
    effects: certain ? slots.flatMap(({ effects }): ReadonlyArray<Effect> => effects) : [],
  }
}

/** Written is only what a quorum read was the base of. */
const memoriesOf = (
  memory: PolicyMemory,
  slots: ReadonlyArray<ScheduleSlots>,
): { readonly [uid: string]: ScheduleMemory } =>
  memory._tag === 'Certain'
    ? Object.fromEntries(
        slots
          .flatMap((one) => (one.memory === undefined ? [] : [[one.uid, one.memory] as const]))
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : memory.schedules

const refusalOf = (slots: ReadonlyArray<ScheduleSlots>) => {
  const refusal = slots.flatMap((one) => (one.refusal === undefined ? [] : [one.refusal]))[0]
  return refusal === undefined ? {} : { refusal }
}

const kept = (
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

const born = (
  request: PolicyRequest,
  { targets }: View,
  slots: ReadonlyArray<ScheduleSlots>,
): ReadonlyArray<ChildDecision> =>
  slots
    .flatMap(({ births }) => births)
    .map((birth) => ({
      _tag: 'create',
      object: bornSnapshot(request.policy, targets, birth),
      reason: `slot ${birth.slot} of schedule ${birth.schedule.metadata.name}`,
    }))

const scheduleOf = (row: Row, schedules: ReadonlyArray<SnapshotSchedule>): SnapshotSchedule | undefined =>
  row.schedule === undefined ? undefined : schedules.find((schedule) => belongsTo(schedule)(row))

const inOrder = (
  kept: ReadonlyArray<ChildDecision>,
  born: ReadonlyArray<ChildDecision>,
): ReadonlyArray<ChildDecision> => (born.length === 0 ? kept : [...kept, ...born].sort(byChildName))

const byChildName = (a: ChildDecision, b: ChildDecision): number =>
  a.object.metadata.name < b.object.metadata.name ? -1 : 1
