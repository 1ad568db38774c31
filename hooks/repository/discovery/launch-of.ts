import { hasCondition } from '../../core/conditions'
import type { Instant } from '../../core/time/instant'
import type { Observed } from '../observed'
import { hasStaleFigures } from './stale-figures'
import { conditionsOf } from '../status-conditions'
import type { Credentials } from '../../core/repository'
import type { Launch } from './discovery-job'
import { escalatedDeadline } from './pace'
import { isGivenUp, type LaunchPlan } from './plan-launch'

const DEFAULT_DEADLINE_SECONDS = 120

export const launchOf = (
  observed: Observed,
  { purpose }: Extract<LaunchPlan, { readonly _tag: 'Launch' }>,
  { version, caBundle }: Extract<Credentials, { readonly _tag: 'Available' }>,
  now: Instant,
): Launch => ({
  purpose,
  scan: purpose === 'Connect' || hasStaleFigures(observed, now),
  credentialVersion: version,
  ...(caBundle === undefined ? {} : { caBundle }),
  ...givenUp(observed.repository),
  deadlineSeconds: deadline(observed.repository),
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
