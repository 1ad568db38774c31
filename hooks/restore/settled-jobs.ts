import type { Restore } from '../../api/kinds/restore'
import type { KubeObject } from '../../api/kubernetes/object'
import { parseInstant, type Instant } from '../core/time/instant'
import type { ChildDecision } from '../hook'

/** Jobs of an ended Restore: dropped, unless the user asked to keep them for a while. */
export const settledJobs = (
  restore: Restore,
  jobs: ReadonlyArray<KubeObject>,
  now: Instant,
): { readonly children: ReadonlyArray<ChildDecision>; readonly resyncAfterSeconds?: number } => {
  const left = secondsLeft(restore, now)
  return jobs.length === 0 || left <= 0
    ? { children: jobs.map((object) => ({ _tag: 'drop', object, reason: 'its outcome is in the status' })) }
    : {
        children: jobs.map((object) => ({ _tag: 'keep', object })),
        resyncAfterSeconds: Math.min(86_400, Math.max(1, left)),
      }
}

const secondsLeft = ({ spec, status }: Restore, now: Instant): number => {
  const ended = parseInstant(status?.timing?.endTime ?? '')
  const ttl = spec.mover?.ttlSecondsAfterFinished
  return ttl === undefined || ended._tag === 'None' ? 0 : Math.ceil((ended.value - now) / 1000) + ttl
}
