import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { Label } from '../../../api/names/labels'
import { jobEnd, jobOutcome, reportedSuccess } from '../../core/mover-job'
import type { Batch } from './batch'

export const BATCH_OPERATION = 'snapshot-delete-batch'

export const isBatchJob = ({ metadata }: KubeObject): boolean => metadata.labels?.[Label.op] === BATCH_OPERATION

export const batchOf = (job: KubeObject): Batch => {
  const endedAt = jobEnd(job)
  return {
    name: job.metadata.name,
    uid: job.metadata.uid ?? '',
    members: new Set(
      (job.metadata.annotations?.[Annotation.deleteMembers] ?? '').split(',').filter((uid) => uid !== ''),
    ),
    state: stateOf(job),
    ...(endedAt === undefined ? {} : { endedAt }),
  }
}

const stateOf = (job: KubeObject): Batch['state'] => {
  const outcome = reportedSuccess(job) ?? jobOutcome(job)
  switch (outcome._tag) {
    case 'Active':
      return job.metadata.deletionTimestamp === undefined ? 'Live' : 'Ending'
    case 'Complete':
      return 'deleteBatch' in outcome.outcome.succeeded ? 'Succeeded' : 'Failed'
    case 'Failed':
      return job.metadata.deletionTimestamp === undefined ? 'Failed' : 'Ending'
  }
}
