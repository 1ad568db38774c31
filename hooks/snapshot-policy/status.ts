import type { ScheduleMemory } from '../../api/kinds/shared/schedule-memory'
import type { SnapshotPolicy, SnapshotPolicyStatus } from '../../api/kinds/snapshot-policy'
import { PrunedBy } from '../../api/names/annotations'
import { present } from '../core/json/present'
import { lastCall } from '../core/memo/last-call'
import { formatInstant, instantOf, type Instant } from '../core/time/instant'
import type { Pruning } from './pruning/prune'
import { repositorySummary, resolvedOf } from './resolved'
import type { Row } from './row'
import type { View } from './view'
import type { Refusal } from './slots/scene'
import { conditionsOf } from './telling'

interface Facts {
  readonly pruning: Pick<Pruning, 'stamps' | 'drops'>
  readonly memories: { readonly [uid: string]: ScheduleMemory }
  readonly refusal: Refusal | undefined
  readonly now: Instant
}

/** The whole status. What others wrote stays; what is told here moves on transitions only. */
export const statusOf = (
  policy: SnapshotPolicy,
  { targets, standing, rows }: View,
  facts: Facts,
): SnapshotPolicyStatus => {
  const { schedules: _, resolved: __, ...previous } = policy.status ?? {}
  return {
    ...previous,
    conditions: conditionsOf(policy, standing, facts.refusal, facts.now),
    repositorySummary: repositorySummary(targets),
    retention: retentionOf(policy, rows, facts),
    ...present(lastSuccess(policy, rows), (at) => ({ lastSuccessfulSnapshot: at })),
    ...present(resolvedOf(policy, targets), (resolved) => ({ resolved })),
    ...(Object.keys(facts.memories).length === 0 ? {} : { schedules: facts.memories }),
  }
}

/** The newest success there ever was: it stays when its Snapshot goes. */
const lastSuccess = ({ status }: SnapshotPolicy, rows: ReadonlyArray<Row>): string | undefined => {
  const before = instantOf(status?.lastSuccessfulSnapshot) ?? -1
  const newest = Math.max(before, newestSuccess(rows))
  return newest < 0 ? undefined : newest === before ? status?.lastSuccessfulSnapshot : formatInstant(newest)
}

const newestSuccess = lastCall((rows: ReadonlyArray<Row>) =>
  rows.reduce((max, { run, at }) => (run === 'Succeeded' && at > max ? at : max), -1),
)

const activeCount = lastCall(
  (rows: ReadonlyArray<Row>, stamps: Pruning['stamps']) =>
    rows.filter(({ dying, name }) => !dying && !stamps.has(name)).length,
)

const PRUNES: ReadonlyArray<string> = [PrunedBy.retention, PrunedBy.failedHistory]

const retentionOf = (
  { status }: SnapshotPolicy,
  rows: ReadonlyArray<Row>,
  { pruning, now }: Facts,
): NonNullable<SnapshotPolicyStatus['retention']> => {
  const pruned = [...pruning.drops.values()].filter((reason) => PRUNES.includes(reason)).length
  return {
    ...status?.retention,
    activeSnapshotCount: activeCount(rows, pruning.stamps),
    ...(pruned === 0 ? {} : { lastPruneAt: formatInstant(now), lastPruneDeleted: pruned }),
  }
}
