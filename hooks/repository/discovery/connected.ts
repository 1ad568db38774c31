import type { RepositoryFacts } from '../../../api/mover/outcome'
import { hasCondition, findCondition, type ConditionUpdate } from '../../core/conditions'
import { formatInstant } from '../../core/time/instant'
import type { AnyStatus } from '../any-status'
import type { EventDraft } from '../event-draft'
import { observedParameters, observedStorage } from '../repository-facts'
import { conditionsOf, withConditions } from '../status-conditions'
import type { Ended, Folded, FoldRules } from './fold'

/** Connecting worked: the streak is over, the breaker closes, the facts are recorded. */
export const connected = (status: AnyStatus, ended: Ended, facts: RepositoryFacts, rules: FoldRules): Folded => {
  const { attempt, at } = ended
  const stated = withConditions(status, [bootstrapped(status, facts)], rules.now, attempt.generation)
  return {
    status: {
      ...withConditions(stated, [REACHABLE], rules.now, rules.generation),
      phase: 'Ready',
      uniqueId: facts.uniqueId,
      health: { lastProbeAt: formatInstant(at), lastHealthyAt: formatInstant(at) },
      ...(attempt.credentialVersion === undefined ? {} : { resolvedCredentialVersion: attempt.credentialVersion }),
      ...observedStorage(status.storageStats, facts, at),
      ...observedParameters(status.parameters, facts),
    },
    events: [...notApplied(ended, facts), ...nothingWiped(status, ended, facts)],
  }
}

/** A later connection says nothing new of how it came to be. */
const bootstrapped = (status: AnyStatus, { created }: RepositoryFacts): ConditionUpdate => ({
  type: 'Bootstrapped',
  status: 'True',
  reason: 'Bootstrapped',
  message: hasCondition(conditionsOf(status), 'Bootstrapped', 'True')
    ? (findCondition(conditionsOf(status), 'Bootstrapped')?.message ?? '')
    : created
      ? 'The repository was created and is connected.'
      : 'The existing repository is connected.',
})

const REACHABLE: ConditionUpdate = {
  type: 'BackendReachable',
  status: 'True',
  reason: 'Reachable',
  message: 'The backend answers.',
}

const notApplied = ({ attempt }: Ended, { parametersNotApplied }: RepositoryFacts): ReadonlyArray<EventDraft> =>
  parametersNotApplied === undefined
    ? []
    : [
        {
          type: 'Warning',
          reason: 'EpochParametersNotApplied',
          action: 'FixEpochParameters',
          message: `spec.parameters could not be applied; the repository is in use with those it had. kopia: ${parametersNotApplied}`,
          occasion: attempt.job.metadata.uid ?? '',
        },
      ]

const nothingWiped = (status: AnyStatus, { attempt }: Ended, facts: RepositoryFacts): ReadonlyArray<EventDraft> =>
  attempt.reinitialized !== undefined && attempt.reinitialized === status.uniqueId && !facts.created
    ? [
        {
          type: 'Normal',
          reason: 'ReinitializeAckIgnoredRepositoryPresent',
          action: 'RemoveAnnotation',
          message: `A repository is there, so nothing was created. Take the annotation allow-reinitialize off.`,
          occasion: attempt.job.metadata.uid ?? '',
        },
      ]
    : []
