import type { KubeObject } from '../../../../api/kubernetes/object'
import { jobOutcome } from '../../../../hooks/core/mover-job'

const job = (status: unknown, report?: unknown): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {
    name: 'j',
    annotations:
      report === undefined
        ? {}
        : { 'kopiur.home-operations.com/outcome': typeof report === 'string' ? report : JSON.stringify(report) },
  },
  status,
})
const times = { version: 1, startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-01T00:01:00Z' }
const succeeded = { ...times, succeeded: { pin: { snapshotId: 'k1', pinned: true } } }
const failed = {
  ...times,
  failed: { kopiaErrorClass: 'AuthFailure', message: 'Wrong password.', retryRecommended: false },
}
const closed = (type: string, reason?: string) => ({
  failed: 1,
  conditions: [{ type, status: 'True', reason, message: '' }],
})

describe('a mover Job', () => {
  it.each<[string, KubeObject, unknown]>([
    ['without status is active', job(undefined), { _tag: 'Active', attempts: 1 }],
    ['that reported but is not closed is active', job({ active: 1 }, succeeded), { _tag: 'Active' }],
    ['about to fail is active', job({ conditions: [{ type: 'FailureTarget', status: 'True' }] }), { _tag: 'Active' }],
    [
      'complete with a report is complete',
      job(closed('Complete'), succeeded),
      { _tag: 'Complete', outcome: succeeded },
    ],
    ['complete without a report failed', job(closed('Complete')), { _tag: 'Failed', why: 'MoverJobFailed' }],
    [
      'complete with an unreadable report failed',
      job(closed('Complete'), '{"version":2'),
      { _tag: 'Failed', why: 'MoverJobFailed' },
    ],
    [
      'failed with a report',
      job(closed('Failed', 'PodFailurePolicy'), failed),
      { _tag: 'Failed', why: 'Reported', failure: failed.failed },
    ],
    [
      'failed after a reported success is complete',
      job(closed('Failed', 'BackoffLimitExceeded'), succeeded),
      { _tag: 'Complete' },
    ],
    [
      'failed by its deadline',
      job(closed('Failed', 'DeadlineExceeded'), failed),
      { _tag: 'Failed', why: 'DeadlineExceeded' },
    ],
    [
      'failed without a report',
      job(closed('Failed', 'BackoffLimitExceeded')),
      { _tag: 'Failed', why: 'MoverJobFailed', message: 'BackoffLimitExceeded' },
    ],
  ])('%s', (_, object, expected) => {
    expect(jobOutcome(object)).toMatchObject(expected as object)
  })
})
