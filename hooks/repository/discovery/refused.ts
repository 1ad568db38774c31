import { hasCondition, type ConditionUpdate } from '../../core/conditions'
import type { AnyStatus } from '../any-status'
import { conditionsOf, withConditions } from '../status-conditions'
import { failedHealth, unreachableReason } from './failed-health'
import type { DiscoveryFailure } from './failure'
import type { Ended, Folded, FoldRules } from './fold'

/** Connecting failed: `Degraded` when it may pass by itself, else `Failed`. A known repository is never forgotten. */
export const refused = (status: AnyStatus, ended: Ended, failure: DiscoveryFailure, rules: FoldRules): Folded => {
  const { attempt } = ended
  const health = failedHealth(status.health, ended.at)
  const bootstrapped: ConditionUpdate = {
    type: 'Bootstrapped',
    status: 'False',
    reason: failure.reason,
    message: failure.message,
  }
  const told = hasCondition(conditionsOf(status), 'Bootstrapped', 'False', failure.reason)
  const stated = withConditions(status, [bootstrapped], rules.now, attempt.generation)
  return {
    status: {
      ...withConditions(stated, reachability(status, health, failure, rules), rules.now, rules.generation),
      health,
      phase: failure.passing ? 'Degraded' : 'Failed',
      ...(attempt.credentialVersion === undefined ? {} : { resolvedCredentialVersion: attempt.credentialVersion }),
    },
    events: told
      ? []
      : [
          {
            type: 'Warning',
            reason: failure.reason,
            action: failure.action,
            message: [failure.message, ...detail(ended)].join(' '),
            occasion: attempt.job.metadata.uid ?? '',
          },
        ],
  }
}

/** The circuit breaker speaks of repositories that were connected once. */
const reachability = (
  status: AnyStatus,
  health: { readonly consecutiveProbeFailures: number },
  failure: DiscoveryFailure,
  { probe }: FoldRules,
): ReadonlyArray<ConditionUpdate> =>
  status.uniqueId !== undefined &&
  (health.consecutiveProbeFailures >= probe.failureThreshold ||
    hasCondition(conditionsOf(status), 'BackendReachable', 'False'))
    ? [{ type: 'BackendReachable', status: 'False', reason: unreachableReason(failure), message: failure.message }]
    : []

const MOST_DETAIL = 400

/** What kopia said goes into the Event only: it may differ from try to try. */
const detail = ({ report }: Ended): ReadonlyArray<string> =>
  report._tag === 'Refused' && report.detail.trim() !== ''
    ? [`(kopia: ${report.detail.trim().slice(-MOST_DETAIL)})`]
    : []
