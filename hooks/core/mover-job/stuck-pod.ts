import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { listAs } from '../kube'
import { parseInstant, type Instant } from '../time/instant'
import type { Need, Reads } from '../../need'
import { jobEnd } from './job-end'

const DEFAULT_STARTUP_SECONDS = 300

/** When the mover of a Job should have started; nothing once it has, or once the Job is closed. */
export const startDeadline = (job: KubeObject, seconds: number = DEFAULT_STARTUP_SECONDS): Instant | undefined =>
  hasStarted(job) || jobEnd(job) !== undefined
    ? undefined
    : pipe(
        O.fromNullable(job.metadata.creationTimestamp),
        O.chain(parseInstant),
        O.map((born) => born + seconds * 1000),
        O.toUndefined,
      )

/** Pods of a Job, by the label Kubernetes gives them. */
export const podsNeed = ({ metadata: { name, namespace = '' } }: KubeObject): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'Pod',
  namespace,
  labelSelector: { matchLabels: { 'batch.kubernetes.io/job-name': name } },
})

/** Why a Pod of the Job cannot start, in Kubernetes' word; nothing while it may. */
export const stuckBecause = (job: KubeObject, reads: Reads): string | undefined => {
  const pods = listAs(pod)(reads, podsNeed(job))
  return pods._tag === 'Listed' ? pods.items.flatMap(reasons)[0] : undefined
}

const startedStatus = t.partial({ ready: t.number })

/** A report, or a pod that Kubernetes calls ready: the mover runs. */
const hasStarted = ({ metadata: { annotations = {} }, ...job }: KubeObject): boolean => {
  const status = startedStatus.decode(job['status'])
  return (
    annotations[Annotation.progress] !== undefined ||
    annotations[Annotation.outcome] !== undefined ||
    (status._tag === 'Right' && (status.right.ready ?? 0) > 0)
  )
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

const reasons = ({ status }: t.TypeOf<typeof pod>): ReadonlyArray<string> => [
  ...(status?.containerStatuses ?? []).flatMap(({ state }) =>
    STUCK.filter((reason) => reason === state?.waiting?.reason),
  ),
  ...(status?.conditions ?? []).flatMap(({ type, status: on, reason }) =>
    type === 'PodScheduled' && on === 'False' && reason === 'Unschedulable' ? [reason] : [],
  ),
]
