import type { KubeObject } from '../../../api/kubernetes/object'
import { readyTriple } from '../../core/conditions'
import { DEFAULT_STARTUP_SECONDS, hasStarted, moverPod, podsOfJob, stuckReasons } from '../../core/mover-job'
import { chain, end, listStep, type Step } from '../../core/step'
import { formatInstant, parseInstant } from '../../core/time/instant'
import { stagedAnswerOf, type FailedStage, type StagedAnswer } from '../../core/snapshot-run'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { factsOfJob } from './facts-of-job'

/**
 * A mover that never starts would hold its run until the deadline of days. Once the time to start has passed and it has
 * not said a word, its pod is looked at, and a pod that cannot start ends the run.
 */
export const podWatch = (scene: Scene, job: KubeObject, running: Move): Step<never, Move> => {
  const left = secondsToStart(scene, job)
  if (hasStarted(job)) return end(running)
  const stage = stagedAnswerOf(scene.snapshot)
  if (stage !== undefined && 'failed' in stage) return end(withoutSource(scene, job, stage.failed))
  if (left > 0) return end({ ...running, resyncAfterSeconds: left })
  return chain(listStep(moverPod, scene.reads, podsOfJob(scene.namespace, job.metadata.name)), (listed) => {
    const pods = listed._tag === 'Listed' ? listed.items : undefined
    const why = pods
      ?.flatMap(stuckReasons)
      .find(({ reason }) => !(reason === UNSCHEDULABLE && isUnbound(stage)))?.reason
    if (why !== undefined) return end(wedged(scene, job, why))
    return end({
      ...running,
      ...(pods?.length === 0 && scene.settings.mover.inPods !== false ? podless(scene, job) : {}),
      resyncAfterSeconds: LOOK_AGAIN_SECONDS,
    })
  })
}

const UNSCHEDULABLE = 'Unschedulable'

/** A copy that gets its volume with its pod has a deadline of its own, and may take longer than a pod otherwise. */
const isUnbound = (stage: StagedAnswer | undefined): boolean =>
  stage !== undefined && 'ready' in stage && stage.volume === undefined

/** Kubernetes goes on trying: a quota may be raised, an account may be made. */
const podless = ({ namespace }: Scene, { metadata: { name } }: KubeObject): Pick<Move, 'conditions'> => ({
  conditions: readyTriple(
    'Reconciling',
    'MoverPodNotMade',
    `Kubernetes has made no pod for the mover Job. The Events of the Job say why: kubectl -n ${namespace} describe job ${name}`,
  ),
})

const LOOK_AGAIN_SECONDS = 120

const secondsToStart = ({ snapshot, now }: Scene, job: KubeObject): number => {
  const limit = snapshot.spec.failurePolicy?.podStartupDeadlineSeconds ?? DEFAULT_STARTUP_SECONDS
  const born = parseInstant(job.metadata.creationTimestamp ?? '')
  return born._tag === 'Some' ? limit - Math.floor((now - born.value) / 1000) : limit
}

/** The mover waits for a claim that will not come: it never ran, and never will. */
const withoutSource = ({ now }: Scene, job: KubeObject, { reason, message }: FailedStage): Move => {
  const { staged } = factsOfJob(job)
  return {
    status: {
      job: { name: job.metadata.name, attempts: 1 },
      phase: 'Failed',
      ...(staged === undefined ? {} : { staged: { ...staged, ready: false } }),
      timing: { endTime: formatInstant(now) },
    },
    conditions: [
      ...readyTriple('Stalled', reason, message),
      { type: 'SourceStaged', status: 'False', reason, message },
    ],
    event: { type: 'Warning', action: 'InstallSnapshotStackOrUseDirect' },
  }
}

const wedged = (scene: Scene, job: KubeObject, why: string): Move => {
  const message = `The mover's pod could not start (${why}). See: kubectl -n ${scene.namespace} describe pods -l batch.kubernetes.io/job-name=${job.metadata.name}. Then make a new Snapshot.`
  return {
    status: {
      job: { name: job.metadata.name, attempts: 1 },
      phase: 'Failed',
      failure: { kopiaErrorClass: 'Crash', message, retryRecommended: true },
      timing: { endTime: formatInstant(scene.now) },
    },
    conditions: readyTriple('Stalled', 'MoverPodWedged', message),
    event: { type: 'Warning', action: 'CheckMoverPod' },
  }
}
