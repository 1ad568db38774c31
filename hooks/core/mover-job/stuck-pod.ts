import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import { objectMeta, type KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { listAs } from '../kube'
import { parseInstant, type Instant } from '../time/instant'
import type { Reads } from '../../need'
import { jobEnd } from './job-end'
import { podsOfJob } from './pods-of-job'

/** Seconds a mover's pod may take to start. */
export const DEFAULT_STARTUP_SECONDS = 300

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

/** Why a Pod of the Job cannot start, in Kubernetes' word; nothing while it may. */
export const stuckBecause = (job: KubeObject, reads: Reads): string | undefined => {
  const { name, namespace = '' } = job.metadata
  const pods = listAs(moverPod)(reads, podsOfJob(namespace, name))
  return pods._tag === 'Listed' ? pods.items.flatMap(stuckReasons)[0]?.reason : undefined
}

const startedStatus = t.partial({ ready: t.number })

/** A report, or a pod that Kubernetes calls ready: the mover runs. */
export const hasStarted = ({ metadata: { annotations = {} }, ...job }: KubeObject): boolean => {
  const status = startedStatus.decode(job['status'])
  return (
    annotations[Annotation.progress] !== undefined ||
    annotations[Annotation.outcome] !== undefined ||
    (status._tag === 'Right' && (status.right.ready ?? 0) > 0)
  )
}

const waiting = t.partial({ state: t.partial({ waiting: t.partial({ reason: t.string, message: t.string }) }) })

/** The part of a mover's pod that tells whether it can start. */
export const moverPod = t.intersection([
  t.type({ metadata: objectMeta }),
  t.partial({
    status: t.partial({
      phase: t.string,
      containerStatuses: t.array(waiting),
      conditions: t.array(
        t.intersection([
          t.type({ type: t.string, status: t.string }),
          t.partial({ reason: t.string, message: t.string }),
        ]),
      ),
    }),
  }),
])
export type MoverPod = t.TypeOf<typeof moverPod>

const HOPELESS = ['CreateContainerConfigError', 'ImagePullBackOff', 'ErrImagePull', 'InvalidImageName']

/** Kubernetes' word for what keeps a pod from starting, and what it says of it. */
export interface StuckReason {
  readonly reason: string
  readonly message: string | undefined
}

/** What no waiting will bring to a pod; empty while it may still start. */
export const stuckReasons = ({ status }: MoverPod): ReadonlyArray<StuckReason> => [
  ...(status?.containerStatuses ?? []).flatMap(({ state }) => {
    const { reason, message } = state?.waiting ?? {}
    return reason !== undefined && HOPELESS.includes(reason) ? [{ reason, message }] : []
  }),
  ...(status?.conditions ?? []).flatMap(({ type, status: on, reason, message }) =>
    type === 'PodScheduled' && on === 'False' && reason === 'Unschedulable' ? [{ reason, message }] : [],
  ),
]
