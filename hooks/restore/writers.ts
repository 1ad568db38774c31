import { listAs, podEnded } from '../core/kube'
import { moverPod, podsOfJob } from '../core/mover-job'
import { parseInstant, type Instant } from '../core/time/instant'
import type { Circumstances } from '../hook'
import type { Need } from '../need'
import { jobName, namespaceOf, secondJobName } from './names'
import { hasStarted } from './phase'
import { observedJobs, type RestoreRequest } from './request'
import { claimName } from './target/target'

/** Seconds after which a Job or a pod that does not go holds nobody back any longer. */
const DEADLINE_SECONDS = 300

/** A pod outlives its deleted Job by some minutes, in which it may still write to the claim of its user. */
export const writerNeeds = (request: RestoreRequest, { now }: Circumstances): ReadonlyArray<Need> => {
  const { parent } = request
  return claimName(parent) === undefined ||
    !hasStarted(parent) ||
    observedJobs(request).length > 0 ||
    isOverdue(request, now)
    ? []
    : [jobName(parent), secondJobName(parent)].map((job) => podsOfJob(namespaceOf(parent), job))
}

/** Whether somebody of this Restore may still write. Pods that may not be listed hold nobody back. */
export const isWriting = (request: RestoreRequest, circumstances: Circumstances): boolean =>
  (observedJobs(request).length > 0 && !isOverdue(request, circumstances.now)) ||
  writerNeeds(request, circumstances).some((need) => {
    const listed = listAs(moverPod)(circumstances.reads, need)
    return listed._tag === 'Listed' && !listed.items.every(podEnded)
  })

const isOverdue = ({ parent }: RestoreRequest, now: Instant): boolean => {
  const since = parseInstant(parent.metadata.deletionTimestamp ?? '')
  return since._tag === 'Some' && now - since.value >= DEADLINE_SECONDS * 1000
}
