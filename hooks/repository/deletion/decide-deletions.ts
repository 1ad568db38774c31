import { hasCondition, type ConditionUpdate } from '../../core/conditions'
import { formatInstant, type Instant } from '../../core/time/instant'
import type { Circumstances } from '../../hook'
import type { Need } from '../../need'
import { conditionsOf } from '../status-conditions'
import type { Observed } from '../observed'
import { FAILED_REST_MS, type Batch } from './batch'
import { deletionRules } from './deletion-rules'
import type { PendingDeletion } from './pending-deletion'
import { cachedView, liveNeeds, liveView } from './views'
import { deletedVerdicts, isSpent, settle, type Settlement, type Verdict } from './settle'
import { massDeletionHeld, belowThreshold } from './mass-deletion-condition'

export interface DeletionDecision {
  readonly verdicts: ReadonlyArray<Verdict>
  /** Members of a batch that is to leave now. */
  readonly fire: ReadonlyArray<PendingDeletion>
  readonly conditions: ReadonlyArray<ConditionUpdate>
  readonly spent: ReadonlySet<string>
  readonly wakeAt: ReadonlyArray<Instant>
}

/** The quorum reads that deletions want: only when the caches say that something might be about to happen. */
export const deletionNeeds = (
  observed: Observed,
  { settings, now }: Pick<Circumstances, 'settings' | 'now'>,
): ReadonlyArray<Need> =>
  isWorthReading(settle(cachedView(observed), deletionRules(observed, now)), observed)
    ? liveNeeds(observed, settings)
    : []

export const decideDeletions = (
  observed: Observed,
  { reads, settings, now }: Pick<Circumstances, 'reads' | 'settings' | 'now'>,
): DeletionDecision => {
  const rules = deletionRules(observed, now)
  const cached = cachedView(observed)
  const guess = settle(cached, rules)
  const live = isWorthReading(guess, observed) ? liveView(observed, reads, settings) : undefined
  const settled = live === undefined ? undefined : settle(live, rules)
  const present = new Set(observed.related.snapshots.map(({ metadata }) => metadata.uid ?? ''))
  return {
    verdicts: [...deletedVerdicts(cached.pending, cached.batches), ...(settled?.verdicts ?? [])],
    fire: settled?.batch._tag === 'Fire' ? settled.batch.members : [],
    conditions: settled === undefined ? [] : heldCondition(observed, settled),
    spent: new Set(cached.batches.filter((batch) => isSpent(batch, present, now)).map(({ name }) => name)),
    wakeAt: [...waits(settled ?? guess), ...rests(cached.batches)],
  }
}

const isWorthReading = ({ batch, breaker, verdicts }: Settlement, { repository }: Observed): boolean =>
  batch._tag === 'Fire' ||
  verdicts.length > 0 ||
  (breaker._tag === 'Open') !== hasCondition(conditionsOf(repository.status ?? {}), 'MassDeletionHeld', 'True')

const heldCondition = (observed: Observed, { breaker }: Settlement): ReadonlyArray<ConditionUpdate> =>
  breaker._tag === 'Open'
    ? [massDeletionHeld(observed.ref, breaker.held.length, formatInstant(breaker.newest))]
    : hasCondition(conditionsOf(observed.repository.status ?? {}), 'MassDeletionHeld', 'True')
      ? [belowThreshold]
      : []

const waits = ({ batch }: Settlement): ReadonlyArray<Instant> => (batch._tag === 'Wait' ? [batch.until] : [])

const rests = (batches: ReadonlyArray<Batch>): ReadonlyArray<Instant> =>
  batches.flatMap(({ state, endedAt }) =>
    state === 'Failed' && endedAt !== undefined ? [endedAt + FAILED_REST_MS] : [],
  )
