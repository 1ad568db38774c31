import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { PrunedBy } from '../../../api/names/annotations'
import { repositoryKey } from '../../core/names'
import { resolveRepositoryRef } from '../../core/repository'
import { beyondNewest, keptNames } from '../../core/retention'
import type { Row } from '../row'
import { isReplaceable, belongsTo } from '../slots/slot-facts'
import type { Replacement } from '../slots/scene'
import { isMulti } from '../target'

/** What decides which Snapshots have to go. */
export interface PruneRules {
  readonly policy: SnapshotPolicy
  readonly schedules: ReadonlyArray<SnapshotSchedule>
  readonly replacements: ReadonlyArray<Replacement>
}

/** Names of the Snapshots that have to go, each with its reason. Pinned and dying ones are never among them. */
export type Chosen = ReadonlyMap<string, PrunedBy>

/** Rows of runs that saved nothing new; what is kept of them is not configurable. */
const UNCHANGED_KEPT = 10
const FAILED_KEPT = 10

export const choose = (rules: PruneRules, rows: ReadonlyArray<Row>): Chosen => {
  const living = rows.filter(({ dying, standing }) => !dying && standing === 'Owned')
  return new Map(
    [
      ...named(PrunedBy.retention, beyondRetention(rules.policy, living)),
      ...named(PrunedBy.failedHistory, unchangedHistory(rules.policy, living)),
      ...rules.schedules.flatMap((schedule) =>
        named(PrunedBy.failedHistory, failedHistory(schedule, rules.policy, living)),
      ),
      ...rules.replacements.flatMap(({ schedule, slot }) =>
        named(
          PrunedBy.replacedRun,
          living.filter((row) => belongsTo(schedule)(row) && isReplaceable(row, slot)),
        ),
      ),
    ]
      .filter(([, , pinned]) => !pinned)
      .map(([name, stamp]) => [name, stamp]),
  )
}

const named = (stamp: PrunedBy, rows: ReadonlyArray<Row>) =>
  rows.map(({ name, pinned }) => [name, stamp, pinned] as const)

const beyondRetention = (policy: SnapshotPolicy, living: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const { retention } = policy.spec
  if (retention === undefined || !Object.values(retention).some((count) => count !== undefined && count > 0)) return []
  const saved = living.filter(({ run, saved }) => run === 'Succeeded' && saved)
  const kept = keptNames(
    retention,
    saved.map((row) => ({ ...row, bucket: bucketOf(policy, row) })),
  )
  return kept.size === saved.length ? [] : saved.filter(({ name }) => !kept.has(name))
}

const unchangedHistory = (policy: SnapshotPolicy, living: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const unchanged = living.filter(({ run }) => run === 'Unchanged')
  return unchanged.length <= UNCHANGED_KEPT
    ? []
    : beyondNewest(
        UNCHANGED_KEPT,
        unchanged.map((row) => ({ ...row, bucket: bucketOf(policy, row) })),
      )
}

/** A failed run that saved something all the same is not history: its row is the only one of that snapshot. */
const failedHistory = (
  schedule: SnapshotSchedule,
  policy: SnapshotPolicy,
  living: ReadonlyArray<Row>,
): ReadonlyArray<Row> => {
  const limit = schedule.spec.failedJobsHistoryLimit ?? FAILED_KEPT
  const failed = living.filter((row) => row.run === 'Failed' && !row.saved && belongsTo(schedule)(row))
  return failed.length <= limit
    ? []
    : beyondNewest(
        limit,
        failed.map((row) => ({ ...row, bucket: pinnedRepository(policy, row) })),
      )
}

/** Snapshots of one claim in one repository compete; without fan-out all are in one bucket. */
const bucketOf = (policy: SnapshotPolicy, row: Row): string => {
  const claim = row.snapshot.spec.source?.target.pvc
  const repository = pinnedRepository(policy, row)
  return claim === undefined ? repository : `pvc/${claim.namespace}/${claim.name} ${repository}`
}

const pinnedRepository = (policy: SnapshotPolicy, { snapshot: { spec, metadata } }: Row): string =>
  isMulti(policy) && spec.repository !== undefined
    ? repositoryKey(resolveRepositoryRef(spec.repository, metadata.namespace ?? ''))
    : ''
