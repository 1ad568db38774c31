import { findCondition, readyTriple, type ConditionUpdate } from '../core/conditions'
import type { AnyStatus } from './any-status'
import { conditionsOf } from './status-conditions'

/** The ready triple that a status with these facts has; the same after a pause, a restart or a resume. */
export const readyOf = (status: AnyStatus, job: string): ReadonlyArray<ConditionUpdate> => {
  const { reason = 'Failed', message = '' } = findCondition(conditionsOf(status), 'Bootstrapped') ?? {}
  switch (status.phase) {
    case 'Ready':
      return readyTriple('Ready', 'Bootstrapped', message)
    case 'Failed':
      return readyTriple('Stalled', reason, message)
    case 'Initializing':
      return readyTriple('Reconciling', 'Initializing', `Job ${job} is connecting to the backend.`)
    default: {
      const why = whyNotReady(status) ?? NOT_LOOKED_AT
      return readyTriple('Reconciling', why.reason, why.message)
    }
  }
}

const NOT_LOOKED_AT = { reason: 'Pending', message: 'The repository was not looked at yet.' }

/** Without credentials nothing else matters; an open breaker says more than the last attempt. */
const whyNotReady = (status: AnyStatus): Pick<ConditionUpdate, 'reason' | 'message'> | undefined =>
  ['CredentialsAvailable', 'RepositoryVolumeAvailable', 'BackendReachable', 'Bootstrapped']
    .map((type) => findCondition(conditionsOf(status), type))
    .find((condition) => condition?.status === 'False')
