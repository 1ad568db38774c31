import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { PrunedBy } from '../../../api/names/annotations'
import { lastCall } from '../../core/memo/last-call'
import { repositoryKey } from '../../core/names'
import { resolveRepositoryRef } from '../../core/repository'
import type { Need, Reads } from '../../need'
import type { Row } from '../row'
import { schedulesNeed, scheduleState } from '../slots/schedule-state'
import { isTargetReady } from '../standing'
import { isMulti, type Target } from '../target'
import { choose, type Chosen, type PruneRules } from './choose'
import { liveRows, snapshotsNeed } from './live-rows'

export interface Pruning {
  /** The stamp each Snapshot is to carry; one that is not named carries none. */
  readonly stamps: Chosen
  /** Those that go now, with the reason. */
  readonly drops: ReadonlyMap<string, string>
  readonly needs: ReadonlyArray<Need>
}

interface PruneScene extends PruneRules {
  readonly policy: SnapshotPolicy
  /** False while the policy is suspended: then only the Snapshots of schedules that are gone go. */
  readonly active: boolean
  readonly targets: ReadonlyArray<Target>
  readonly reads: Reads
}

const SCHEDULE_GONE = 'schedule-gone'

/**
 * First the stamp, then, once it is seen and nothing has changed, the drop. Both are judged twice: on what the call
 * carries and on a live list.
 */
export const prune = (rows: ReadonlyArray<Row>, scene: PruneScene): Pruning => {
  const stamps = scene.active ? choose(rows, scene) : stampsSeen(rows)
  const orphans = orphansOf(rows, scene.schedules).filter((row) => row.stamp === undefined || isStamped(row, stamps))
  const states = orphans.map((row) => ({ row, state: stateOf(row, scene) }))
  const candidates = [
    ...(scene.active && stamps.size > 0 ? rows.filter((row) => isStamped(row, stamps) && mayGo(row, scene)) : []),
    ...states.filter(({ state }) => state === 'Gone').map(({ row }) => row),
  ]
  return {
    stamps,
    drops: candidates.length === 0 ? new Map() : confirmed(candidates, stamps, scene),
    needs: [
      ...(states.some(({ state }) => state === 'NotRead') ? [schedulesNeed(namespaceOf(scene))] : []),
      ...(candidates.length === 0 ? [] : [snapshotsNeed(scene.policy)]),
    ],
  }
}

/** While nothing is pruned, stamps stay as they are. */
export const stampsSeen = (rows: ReadonlyArray<Row>): Chosen =>
  new Map(
    rows.flatMap(({ name, stamp }) => {
      const known = STAMPS.find((one) => one === stamp)
      return known === undefined ? [] : [[name, known] as const]
    }),
  )

const STAMPS = Object.values(PrunedBy)

const isStamped = (row: Row, stamps: Chosen): boolean => {
  const stamp = stamps.get(row.name)
  return stamp !== undefined && row.stamp === stamp
}

/** Of those that the call would drop, the ones that the live list agrees on: the same object, judged the same. */
const confirmed = (candidates: ReadonlyArray<Row>, stamps: Chosen, scene: PruneScene): ReadonlyMap<string, string> => {
  const live = liveRows(scene.policy, scene.reads)
  if (live._tag !== 'Live') return new Map()
  const chosen = scene.active ? choose(live.rows, scene) : stampsSeen(live.rows)
  const byUid = new Map(live.rows.map((row) => [row.uid, row]))
  return new Map(
    candidates.flatMap(({ uid, name }) => {
      const now = byUid.get(uid)
      const stamp = stamps.get(name)
      if (now === undefined || now.dying || now.stamp !== stamp || chosen.get(name) !== stamp) return []
      return [[name, stamp ?? SCHEDULE_GONE] as const]
    }),
  )
}

/** Rows whose schedule is not among those of the namespace. */
const orphansOf = lastCall(
  (rows: ReadonlyArray<Row>, schedules: ReadonlyArray<SnapshotSchedule>): ReadonlyArray<Row> => {
    const uids = new Set(schedules.map(({ metadata }) => metadata.uid))
    return rows.filter(
      ({ scheduleUid, dying, standing }) =>
        scheduleUid !== undefined && !dying && standing === 'Owned' && !uids.has(scheduleUid),
    )
  },
)

const stateOf = ({ scheduleUid = '' }: Row, scene: PruneScene) => scheduleState(scheduleUid, namespaceOf(scene), scene)

const namespaceOf = ({ policy }: PruneScene): string => policy.metadata.namespace ?? ''

/** Pruning waits for the repository that holds the data; a run that is replaced needs none. */
const mayGo = (row: Row, scene: PruneScene): boolean => {
  if (row.stamp === PrunedBy.replacedRun) return true
  const { repository } = row.snapshot.spec
  const key = repository === undefined ? undefined : repositoryKey(resolveRepositoryRef(repository, namespaceOf(scene)))
  const concerned =
    isMulti(scene.policy.spec) && key !== undefined
      ? scene.targets.filter((target) => target.key === key)
      : scene.targets
  return concerned.every(isTargetReady)
}
