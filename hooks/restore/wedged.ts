import * as E from 'fp-ts/Either'
import type { Restore } from '../../api/kinds/restore'
import type { KubeObject } from '../../api/kubernetes/object'
import { listAs } from '../core/kube'
import { DEFAULT_STARTUP_SECONDS, moverPod, podsOfJob, stuckReasons, type MoverPod } from '../core/mover-job'
import { parseInstant } from '../core/time/instant'
import type { Circumstances } from '../hook'
import { namespaceOf } from './names'
import { ask, stop, type Step } from './walk'

/** Ends a Restore whose mover cannot start: past the deadline its pod still waits for what no waiting will bring. */
export const wedged = (restore: Restore, job: KubeObject, { reads, now }: Circumstances): Step<void> => {
  const deadline = startupDeadline(restore)
  if (olderThan(job.metadata.creationTimestamp, deadline, now) === false) return E.right(undefined)
  const need = podsOfJob(namespaceOf(restore), job.metadata.name)
  const read = listAs(moverPod)(reads, need)
  if (read._tag === 'NotRead') return ask(need)
  if (read._tag === 'Forbidden') return E.right(undefined)
  const stuck = read.items
    .filter(({ metadata }) => olderThan(metadata.creationTimestamp, deadline, now))
    .flatMap(stuckSentences)[0]
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

/** Only of a pod that has not begun: what a running one waits for may still come. */
const stuckSentences = (pod: MoverPod): ReadonlyArray<string> =>
  pod.status?.phase === 'Pending'
    ? stuckReasons(pod).map(({ reason, message }) => `${reason}: ${message ?? 'no message'}.`)
    : []
