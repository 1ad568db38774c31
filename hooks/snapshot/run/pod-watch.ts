import * as t from 'io-ts'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { readyTriple } from '../../core/conditions'
import { chain, end, listStep, type Step } from '../../core/step'
import { formatInstant, parseInstant } from '../../core/time/instant'
import type { Need } from '../../need'
import type { Move } from '../move'
import type { Scene } from '../scene'

const DEFAULT_STARTUP_SECONDS = 300

/** Pods of a Job, by the label Kubernetes gives them. */
export const podsOfJob = (namespace: string, job: string): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'Pod',
  namespace,
  labelSelector: { matchLabels: { 'batch.kubernetes.io/job-name': job } },
})

/**
 * A mover that never starts would hold its run until the deadline of days. Once the time to start has passed and it has
 * not said a word, its pod is looked at, and a pod that cannot start ends the run.
 */
export const podWatch = (scene: Scene, job: KubeObject, running: Move): Step<never, Move> => {
  const left = secondsToStart(scene, job)
  if (hasStarted(job)) return end(running)
  if (left > 0) return end({ ...running, resyncAfterSeconds: left })
  return chain(listStep(pod, scene.reads, podsOfJob(scene.namespace, job.metadata.name)), (listed) => {
    const why = listed._tag === 'Listed' ? listed.items.flatMap(wedgedBecause)[0] : undefined
    return end(why === undefined ? { ...running, resyncAfterSeconds: LOOK_AGAIN_SECONDS } : wedged(scene, job, why))
  })
}

const LOOK_AGAIN_SECONDS = 120

const startedStatus = t.partial({ startTime: t.string, ready: t.number })

/** A report, or a pod that Kubernetes calls ready: the mover runs. */
const hasStarted = (job: KubeObject): boolean => {
  const status = startedStatus.decode(job['status'])
  return (
    job.metadata.annotations?.[Annotation.progress] !== undefined ||
    job.metadata.annotations?.[Annotation.outcome] !== undefined ||
    (status._tag === 'Right' && (status.right.ready ?? 0) > 0)
  )
}

const secondsToStart = ({ snapshot, now }: Scene, job: KubeObject): number => {
  const limit = snapshot.spec.failurePolicy?.podStartupDeadlineSeconds ?? DEFAULT_STARTUP_SECONDS
  const born = parseInstant(job.metadata.creationTimestamp ?? '')
  return born._tag === 'Some' ? limit - Math.floor((now - born.value) / 1000) : limit
}

const pod = t.partial({
  status: t.partial({
    conditions: t.array(
      t.intersection([t.type({ type: t.string, status: t.string }), t.partial({ reason: t.string })]),
    ),
    containerStatuses: t.array(t.partial({ state: t.partial({ waiting: t.partial({ reason: t.string }) }) })),
  }),
})

const STUCK = ['CreateContainerConfigError', 'ImagePullBackOff', 'ErrImagePull', 'InvalidImageName']

const wedgedBecause = ({ status }: t.TypeOf<typeof pod>): ReadonlyArray<string> => [
  ...(status?.containerStatuses ?? []).flatMap(({ state }) =>
    STUCK.filter((reason) => reason === state?.waiting?.reason),
  ),
  ...(status?.conditions ?? []).flatMap(({ type, status: on, reason }) =>
    type === 'PodScheduled' && on === 'False' && reason === 'Unschedulable' ? [reason] : [],
  ),
]

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
