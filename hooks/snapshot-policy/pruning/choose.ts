import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { PrunedBy } from '../../../api/names/annotations'
import { lastCall, lastCallBy } from '../../core/memo/last-call'
import { repositoryKey } from '../../core/names'
import { resolveRepositoryRef } from '../../core/repository'
import { beyondNewest, keptNames, type Aged } from '../../core/retention'
import type { Row } from '../row'
import { belongsTo, isReplaceable, rowsOfSchedule } from '../slots/slot-facts'
import type { Replacement } from '../slots/scene'
import { isMulti } from '../target'

/** What decides which Snapshots have to go. */
export interface PruneRules {
  readonly spec: SnapshotPolicySpec
  readonly schedules: ReadonlyArray<SnapshotSchedule>
  readonly replacements: ReadonlyArray<Replacement>
}

/** Names of the Snapshots that have to go, each with its reason. Pinned and dying ones are never among them. */
export type Chosen = ReadonlyMap<string, PrunedBy>

const isLiving = ({ dying, standing }: Row): boolean => !dying && standing === 'Owned'

/** Rows of runs that saved nothing new; what is kept of them is not configurable. */
const UNCHANGED_KEPT = 10
const FAILED_KEPT = 10

export const choose = (rows: ReadonlyArray<Row>, { spec, schedules, replacements }: PruneRules): Chosen =>
  replacements.length === 0
    ? history(rows, spec, schedules)
    : new Map([
        ...history(rows, spec, schedules),
        ...replacements.flatMap(({ schedule, slot }) =>
          named(
            PrunedBy.replacedRun,
            rowsOfSchedule(rows, schedule).filter((row) => isLiving(row) && isReplaceable(row, slot)),
          ),
        ),
      ])

const history = lastCall(
  (rows: ReadonlyArray<Row>, spec: SnapshotPolicySpec, schedules: ReadonlyArray<SnapshotSchedule>): Chosen => {
    const living = rows.filter(isLiving)
    return new Map([
      ...named(PrunedBy.retention, beyondRetention(spec, living)),
      ...named(PrunedBy.failedHistory, unchangedHistory(spec, living)),
      ...schedules.flatMap((schedule) => named(PrunedBy.failedHistory, failedHistory(schedule, spec, living))),
    ])
  },
)

const named = (stamp: PrunedBy, rows: ReadonlyArray<Row>): ReadonlyArray<readonly [string, PrunedBy]> =>
  rows.flatMap(({ name, pinned }) => (pinned ? [] : [[name, stamp] as const]))

const beyondRetention = (spec: SnapshotPolicySpec, living: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const { retention } = spec
  if (retention === undefined || !Object.values(retention).some((count) => count !== undefined && count > 0)) return []
  const saved = living.filter((row) => row.run === 'Succeeded' && row.saved)
  const kept = keptAgain(
    retention,
    saved.map((row) => ({ name: row.name, at: row.at, pinned: row.pinned, bucket: bucketOf(spec, row) })),
  )
  return kept.size === saved.length ? [] : saved.filter(({ name }) => !kept.has(name))
}

/** A run that begins, or a stamp, does not change what is kept. */
const keptAgain = lastCallBy(
  ([a, some]: Parameters<typeof keptNames>, [b, others]: Parameters<typeof keptNames>) =>
    a === b && some.length === others.length && some.every((one, index) => isSame(one, others[index])),
  keptNames,
)

const isSame = (a: Aged, b: Aged | undefined): boolean =>
  a.name === b?.name && a.at === b.at && a.pinned === b.pinned && a.bucket === b.bucket

const unchangedHistory = (spec: SnapshotPolicySpec, living: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const unchanged = living.filter(({ run }) => run === 'Unchanged')
  return unchanged.length <= UNCHANGED_KEPT
    ? []
    : beyondNewest(
        UNCHANGED_KEPT,
        unchanged.map((row) => ({ ...row, bucket: bucketOf(spec, row) })),
      )
}

/** A failed run that saved something all the same is not history: its row is the only one of that snapshot. */
const failedHistory = (
  schedule: SnapshotSchedule,
  spec: SnapshotPolicySpec,
  living: ReadonlyArray<Row>,
): ReadonlyArray<Row> => {
  const limit = schedule.spec.failedJobsHistoryLimit ?? FAILED_KEPT
  const isMine = belongsTo(schedule)
  const failed = living.filter((row) => row.run === 'Failed' && !row.saved && isMine(row))
  return failed.length <= limit
    ? []
    : beyondNewest(
        limit,
        failed.map((row) => ({ ...row, bucket: pinnedRepository(spec, row) })),
      )
}

/** Snapshots of one claim in one repository compete; without fan-out all are in one bucket. */
const bucketOf = (spec: SnapshotPolicySpec, row: Row): string => {
  const claim = row.snapshot.spec.source?.target.pvc
  const repository = pinnedRepository(spec, row)
  return claim === undefined ? repository : `pvc/${claim.namespace}/${claim.name} ${repository}`
}

const pinnedRepository = (policy: SnapshotPolicySpec, { snapshot: { spec, metadata } }: Row): string =>
  isMulti(policy) && spec.repository !== undefined
    ? repositoryKey(resolveRepositoryRef(spec.repository, metadata.namespace ?? ''))
    : ''
