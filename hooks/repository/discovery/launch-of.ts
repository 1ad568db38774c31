import { hasCondition } from '../../core/conditions'
import type { Observed } from '../observed'
import { conditionsOf } from '../status-conditions'
import type { Credentials } from '../../core/repository'
import type { Launch } from './discovery-job'
import { escalatedDeadline } from './pace'
import { isGivenUp, type LaunchPlan } from './plan-launch'

const DEFAULT_DEADLINE_SECONDS = 120

export const launchOf = (
  { repository }: Observed,
  { purpose }: Extract<LaunchPlan, { readonly _tag: 'Launch' }>,
  { version, caBundle }: Extract<Credentials, { readonly _tag: 'Available' }>,
): Launch => ({
  purpose,
  credentialVersion: version,
  ...(caBundle === undefined ? {} : { caBundle }),
  ...givenUp(repository),
  deadlineSeconds: deadline(repository),
})

const givenUp = ({ metadata, status = {} }: Observed['repository']): Pick<Launch, 'reinitialized'> =>
  status.uniqueId !== undefined && isGivenUp(status, metadata.annotations ?? {})
    ? { reinitialized: status.uniqueId }
    : {}

/** Only an attempt that ran out of time is given more of it. */
const deadline = ({ spec, status = {} }: Observed['repository']): number => {
  const base = spec.bootstrap?.failurePolicy?.activeDeadlineSeconds ?? DEFAULT_DEADLINE_SECONDS
  const late =
    hasCondition(conditionsOf(status), 'Bootstrapped', 'False', 'BootstrapDeadlineExceeded') ||
    hasCondition(conditionsOf(status), 'BackendReachable', 'False', 'ProbeDeadlineExceeded')
  return late ? escalatedDeadline(base, status.health?.consecutiveProbeFailures ?? 0) : base
}
