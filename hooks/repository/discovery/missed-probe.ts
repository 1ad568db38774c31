import { hasCondition } from '../../core/conditions'
import type { EventDraft } from '../event-draft'
import { conditionsOf, withConditions } from '../status-conditions'
import type { AnyStatus } from '../any-status'
import { failedHealth, unreachableReason } from './failed-health'
import type { DiscoveryFailure } from './failure'
import type { Ended, Folded, FoldRules } from './fold'

/** A probe of a connected repository failed: nothing but a count until the threshold is reached. */
export const missedProbe = (status: AnyStatus, ended: Ended, failure: DiscoveryFailure, rules: FoldRules): Folded => {
  const health = failedHealth(status.health, ended.at)
  const counted = { ...status, health }
  return health.consecutiveProbeFailures < rules.probe.failureThreshold
    ? { status: counted, events: [] }
    : tripped(counted, ended, failure, rules)
}

const tripped = (status: AnyStatus, ended: Ended, failure: DiscoveryFailure, rules: FoldRules): Folded => {
  const reason = unreachableReason(failure)
  const update = { type: 'BackendReachable', status: 'False', reason, message: failure.message } as const
  return {
    status: {
      ...withConditions(status, [update], rules.now, rules.generation),
      ...(rules.probe.onFailure === 'Degrade' ? { phase: 'Degraded' } : {}),
    },
    events: hasCondition(conditionsOf(status), 'BackendReachable', 'False', reason)
      ? []
      : [warning(reason, failure, ended)],
  }
}

const warning = (reason: string, { message, action }: DiscoveryFailure, { attempt }: Ended): EventDraft => ({
  type: 'Warning',
  reason,
  action,
  message,
  occasion: attempt.job.metadata.uid ?? '',
})
