import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { instantOf } from '../../../hooks/core/time/instant'
import type { Store } from '../../api/store'
import { isClosed, jobSpecOf, jobStatusOf, type JobSpec } from './job-spec'

export const DEFAULT_GRACE_SECONDS = 30

/** All Jobs of all namespaces. */
export const jobsOf = (store: Store): ReadonlyArray<KubeObject> => {
  const jobs = store.list({ apiVersion: 'batch/v1', kind: 'Job' })
  return E.isRight(jobs) ? jobs.right.items : []
}

/** Seconds between SIGTERM and SIGKILL. */
export const graceOf = (spec: JobSpec): number =>
  spec.template.spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS

/** Whether its time to live after its end is over. */
export const isExpired = (job: KubeObject, now: number): boolean => {
  const ttl = jobSpecOf(job)?.ttlSecondsAfterFinished
  if (ttl === undefined || !isClosed(job) || job.metadata.deletionTimestamp !== undefined) return false
  const ended = jobStatusOf(job).conditions?.find(
    ({ type }) => type === 'Complete' || type === 'Failed',
  )?.lastTransitionTime
  return (instantOf(ended) ?? now) + ttl * 1000 <= now
}
