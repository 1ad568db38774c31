import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import type { Restore } from '../../api/kinds/restore'
import { objectMeta, type KubeObject } from '../../api/kubernetes/object'
import { listAs } from '../core/kube'
import { parseInstant } from '../core/time/instant'
import type { Circumstances } from '../hook'
import type { Need } from '../need'
import { namespaceOf } from './names'
import { ask, stop, type Step } from './walk'

const DEFAULT_STARTUP_SECONDS = 300

const waiting = t.partial({ state: t.partial({ waiting: t.partial({ reason: t.string, message: t.string }) }) })
const moverPod = t.intersection([
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
type MoverPod = t.TypeOf<typeof moverPod>

/** Ends a Restore whose mover cannot start: past the deadline its pod still waits for what no waiting will bring. */
export const wedged = (restore: Restore, job: KubeObject, { reads, now }: Circumstances): Step<void> => {
  const deadline = startupDeadline(restore)
  if (olderThan(job.metadata.creationTimestamp, deadline, now) === false) return E.right(undefined)
  const need = podsOf(restore, job)
  const read = listAs(moverPod)(reads, need)
  if (read._tag === 'NotRead') return ask(need)
  if (read._tag === 'Forbidden') return E.right(undefined)
  const stuck = read.items
    .filter(({ metadata }) => olderThan(metadata.creationTimestamp, deadline, now))
    .flatMap((pod) => stuckReason(pod))[0]
  return stuck === undefined
    ? E.right(undefined)
    : stop({
        _tag: 'End',
        ending: {
          _tag: 'Failed',
          reason: 'MoverPodWedged',
          message: `The mover could not start within ${deadline} seconds: ${stuck} Correct that, then create a new Restore.`,
        },
      })
}

const startupDeadline = ({ spec }: Restore): number =>
  spec.failurePolicy?.podStartupDeadlineSeconds ?? DEFAULT_STARTUP_SECONDS

const olderThan = (created: string | undefined, seconds: number, now: number): boolean => {
  const at = parseInstant(created ?? '')
  return at._tag === 'Some' && now - at.value >= seconds * 1000
}

const podsOf = (restore: Restore, job: KubeObject): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'Pod',
  namespace: namespaceOf(restore),
  labelSelector: { matchLabels: { 'batch.kubernetes.io/job-name': job.metadata.name } },
})

const HOPELESS = ['CreateContainerConfigError', 'ImagePullBackOff', 'ErrImagePull', 'InvalidImageName']

const stuckReason = ({ status }: MoverPod): ReadonlyArray<string> => {
  if (status?.phase !== 'Pending') return []
  const container = (status.containerStatuses ?? []).flatMap(({ state }) =>
    state?.waiting?.reason !== undefined && HOPELESS.includes(state.waiting.reason)
      ? [`${state.waiting.reason}: ${state.waiting.message ?? 'no message'}.`]
      : [],
  )
  const unschedulable = (status.conditions ?? []).flatMap(({ type, status: on, reason, message }) =>
    type === 'PodScheduled' && on === 'False' && reason === 'Unschedulable'
      ? [`Unschedulable: ${message ?? 'no message'}.`]
      : [],
  )
  return [...container, ...unschedulable]
}
