import type { ConditionUpdate } from '../core/conditions'
import type { Maintenance } from '../../api/kinds/maintenance'
import type { Report } from './report'

const lease = (status: 'True' | 'False', reason: string, message: string): ConditionUpdate => ({
  type: 'LeaseOwned',
  status,
  reason,
  message,
})

/** What the last run says of the right to maintain the repository. */
export const leaseAfter = ({ spec }: Pick<Maintenance, 'spec'>, report: Report): ConditionUpdate => {
  switch (report._tag) {
    case 'Ran':
      return lease('True', 'LeaseClaimed', `${spec.ownership.owner} maintains the repository.`)
    case 'Yielded':
      return spec.ownership.takeoverPolicy === 'PromptCondition'
        ? lease('False', 'LeaseTakeoverPrompt', yielded(report.holder))
        : lease('False', 'LeaseHeldByOther', yielded(report.holder))
    case 'Failed':
      return lease('False', 'MaintenanceFailed', failed(report.errorClass))
  }
}

const yielded = (holder: string): string =>
  `${holder} maintains the repository, so nothing was done here. If it is gone for good, set spec.ownership.takeoverPolicy: Force (spec.maintenance.takeoverPolicy of the repository, where that made this object) for one run; with two that force, each takes it from the other for ever.`

const failed = (errorClass: string): string =>
  `The last run failed (${errorClass}); it is tried again after a rest. The log of its Job and the Event of this object say more.`

export type WaitReason = 'WaitingForRepository' | 'WaitingForEarlierRun'

export const leaseWaits = (reason: WaitReason, message: string): ConditionUpdate => lease('False', reason, message)

export const invalidRequest = (message: string): ConditionUpdate => lease('False', 'InvalidRunRequest', message)

export const outcomeLost: ConditionUpdate = lease(
  'False',
  'ManualRunOutcomeLost',
  'The Job of the run that was asked for is gone before its outcome was seen. Ask again with a new time in the annotation run-requested.',
)

/** What stood there before an unreadable request, as far as it is known. */
export const leaseClaimed = ({ spec, status }: Maintenance): ReadonlyArray<ConditionUpdate> =>
  status?.ownership?.owner === spec.ownership.owner
    ? [leaseAfter({ spec }, { _tag: 'Ran' })]
    : [lease('False', 'NotClaimed', 'No run has claimed the maintenance of the repository yet.')]
