import type { ScheduleMemory } from '../../api/kinds/shared/schedule-memory'
import type { SnapshotPolicyStatus } from '../../api/kinds/snapshot-policy'
import { PrunedBy } from '../../api/names/annotations'
import type { Effect } from '../effect'
import type { Decision } from '../hook'
import { bornChildren, inOrder, keptChildren, scheduleOf } from './children'
import type { PolicyMemory } from './memory'
import { withoutForeignStamps } from './pruning/foreign-stamps'
import type { Pruning } from './pruning/prune'
import type { PolicyRequest } from './request'
import type { Row } from './row'
import type { ScheduleSlots } from './slots/scene'
import { replacedEvent } from './slots/slot-event'
import { statusOf } from './status'
import type { View } from './view'
import { secondsUntil } from './wake'

export interface PolicyDecision extends Decision {
  readonly status: SnapshotPolicyStatus
}

/** What was found out about a policy that can be acted on. */
export interface Findings {
  readonly memory: PolicyMemory
  readonly slots: ReadonlyArray<ScheduleSlots>
  readonly pruning: Pruning
  readonly now: number
}

export const decisionOf = (
  request: PolicyRequest,
  view: View,
  { memory, slots, pruning, now }: Findings,
): PolicyDecision => {
  const certain = memory._tag === 'Certain'
  const wakes = slots.flatMap(({ wake }) => (wake === undefined ? [] : [wake]))
  return {
    status: statusOf(request.policy, view, {
      pruning,
      memories: memoriesOf(memory, slots),
      refusal: slots.find(({ refusal }) => refusal !== undefined)?.refusal,
      now,
    }),
    children: inOrder(
      keptChildren(request, view.rows, pruning),
      certain ? bornChildren(request, view.targets, slots) : [],
    ),
    ...secondsUntil(wakes, now),
    effects: [
      ...(certain ? slots.flatMap(({ effects }) => effects) : []),
      ...replacedEvents(request, view.rows, pruning),
      ...withoutForeignStamps(view.rows, ({ name }) => pruning.stamps.get(name)),
    ],
  }
}

/** A run that goes for the sake of the next one is told of once, on the schedule. */
const replacedEvents = (
  { policy, schedules }: PolicyRequest,
  rows: ReadonlyArray<Row>,
  { drops }: Pruning,
): ReadonlyArray<Effect> =>
  drops.size === 0
    ? []
    : rows
        .filter(({ name }) => drops.get(name) === PrunedBy.replacedRun)
        .flatMap((row) => {
          const schedule = scheduleOf(row, schedules)
          return schedule === undefined ? [] : [replacedEvent(schedule, policy.metadata.name, row)]
        })

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
