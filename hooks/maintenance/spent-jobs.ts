import type { ChildDecision } from '../hook'
import type { KubeObject } from '../../api/kubernetes/object'
import { isFarAhead } from '../core/time/ahead'
import type { Instant } from '../core/time/instant'
import { isKnown } from './memory'
import type { Run } from './run'
import type { Scene } from './scene'
import type { Due } from './schedule'

const FAILED_MANUAL_TTL_SECONDS = 3600

/** Every observed Job is kept or dropped. Only one whose report is in the status, as it was read, may go. */
export const observedJobs = (scene: Scene, due: ReadonlyArray<Due>): ReadonlyArray<ChildDecision> =>
  scene.runs.map((run) =>
    isSpent(scene, due, run)
      ? { _tag: 'drop', object: stub(run.job), reason: 'its report is in the status' }
      : { _tag: 'keep', object: stub(run.job) },
  )

const isSpent = (scene: Scene, due: ReadonlyArray<Due>, run: Run): boolean => {
  const { state } = run
  if (state._tag === 'Active') return run.job.metadata.deletionTimestamp !== undefined
  const recorded = statusOf(scene)
  const leaves = isFarAhead(state.at, scene.now) ? scene.now : leavesAt(scene, due, { ...run, state })
  return isKnown(recorded, { ...run, state }) && scene.now >= leaves
}

const statusOf = ({ maintenance: { status = {} } }: Scene): Parameters<typeof isKnown>[0] => ({
  tiers: {
    ...(status.quick === undefined ? {} : { quick: status.quick }),
    ...(status.full === undefined ? {} : { full: status.full }),
  },
  ...(status.manualRun === undefined ? {} : { manualRun: status.manualRun }),
})

/** A failed Job stays for its log until the next try needs its name; a good one as long as the user says. */
const leavesAt = (
  { maintenance, repository }: Scene,
  due: ReadonlyArray<Due>,
  { mode, requested, state: { at, report } }: Parameters<typeof isKnown>[1],
): Instant => {
  const ttl = maintenance.spec.mover?.ttlSecondsAfterFinished ?? repository?.spec.moverDefaults?.ttlSecondsAfterFinished
  const isFailed = report._tag === 'Failed'
  if (isFailed && requested === undefined) return due.find((one) => one.mode === mode)?.at ?? at
  return at + (ttl ?? (isFailed ? FAILED_MANUAL_TTL_SECONDS : 0)) * 1000
}

/** A kept Job is named only: its text is never applied, and if it has just gone no second one comes of it. */
export const stub = ({ apiVersion, kind, metadata: { name, namespace } }: KubeObject): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
})
