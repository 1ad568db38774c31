import { hasCondition, type ConditionUpdate } from '../../core/conditions'
import type { AnyStatus } from '../any-status'
import type { Observed } from '../observed'
import { conditionsOf } from '../status-conditions'
import type { Credentials } from '../../core/repository'
import type { DiscoveryDecision } from './decide-discovery'
import { probeRules } from './probe-rules'

/** Said when something is missing, and once when it is there again. */
export const credentialsCondition = (
  status: AnyStatus,
  credentials: Exclude<Credentials, { readonly _tag: 'NotRead' }>,
): ReadonlyArray<ConditionUpdate> =>
  credentials._tag === 'Missing'
    ? [{ type: 'CredentialsAvailable', status: 'False', reason: credentials.reason, message: credentials.message }]
    : hasCondition(conditionsOf(status), 'CredentialsAvailable', 'False')
      ? [{ type: 'CredentialsAvailable', status: 'True', reason: 'Available', message: 'All Secrets are there.' }]
      : []

/** No Job starts without its Secrets: it would only hang. What was connected before is degraded, not forgotten. */
export const withoutCredentials = (
  known: AnyStatus,
  { reason, message }: Extract<Credentials, { readonly _tag: 'Missing' }>,
  { observed, status }: { readonly observed: Observed; readonly status: AnyStatus },
): DiscoveryDecision => ({
  status: { ...known, ...phase(status, observed) },
  events: hasCondition(conditionsOf(status), 'CredentialsAvailable', 'False', reason)
    ? []
    : [
        {
          type: 'Warning',
          reason,
          action: 'CheckCredentials',
          message,
          occasion: `${observed.repository.metadata.generation ?? 0}/${status.health?.lastProbeAt ?? ''}`,
        },
      ],
  wakeAt: [],
})

const phase = (status: AnyStatus, { repository }: Observed): Pick<AnyStatus, 'phase'> =>
  status.uniqueId === undefined
    ? { phase: 'Pending' }
    : status.phase === 'Ready' && probeRules(repository).onFailure === 'Alert'
      ? {}
      : { phase: 'Degraded' }
