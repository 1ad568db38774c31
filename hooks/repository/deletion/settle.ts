import { BATCH_SIZE, FAILED_REST_MS, type Batch } from './batch'
import { breaker, type Breaker, type Protection } from './breaker'
import { deletedBy, HELD, isDone, NEEDED, type PendingDeletion } from './pending-deletion'
import { isNeeded, planBatch, type BatchPlan } from './plan-batch'
import type { Instant } from '../../core/time/instant'

/** Everything that deletions are decided on, from one view: a cache or a quorum read, never a mix. */
export interface DeletionView {
  readonly pending: ReadonlyArray<PendingDeletion>
  readonly neededIds: ReadonlySet<string>
  readonly batches: ReadonlyArray<Batch>
}

export interface DeletionRules {
  readonly protection: Protection
  readonly maxLive: number
  /** False while the repository cannot be written to. */
  readonly mayFire: boolean
  readonly now: Instant
}

/** A verdict to be written on a Snapshot; `null` takes it off. */
export interface Verdict {
  readonly deletion: PendingDeletion
  readonly value: string | null
}

export interface Settlement {
  readonly breaker: Breaker
  readonly batch: BatchPlan
  readonly verdicts: ReadonlyArray<Verdict>
}

/** What is to become of all pending deletions of a repository. */
export const settle = (view: DeletionView, rules: DeletionRules): Settlement => {
  const state = breaker(view.pending, rules.protection, rules.now)
  const facts = { ...view, breaker: state, maxLive: rules.maxLive, now: rules.now }
  return {
    breaker: state,
    batch: rules.mayFire ? planBatch(facts) : { _tag: 'Nothing' },
    verdicts: waitingVerdicts(view, state).slice(0, BATCH_SIZE),
  }
}

/** Says of each waiting deletion why it waits, and takes that back; what is on its way out is left alone. */
const waitingVerdicts = ({ pending, batches, neededIds }: DeletionView, state: Breaker): ReadonlyArray<Verdict> => {
  const held = new Set(state._tag === 'Open' ? state.held.map(({ uid }) => uid) : [])
  const onTheWay = membersOf(batches.filter(({ state }) => state !== 'Failed'))
  return pending
    .filter((deletion) => deletion.plan !== 'Undecided' && !isDone(deletion) && !onTheWay.has(deletion.uid))
    .flatMap((deletion): ReadonlyArray<Verdict> => {
      const value = held.has(deletion.uid) ? HELD : isNeeded(deletion, neededIds) ? NEEDED : null
      const said = deletion.verdict === HELD || deletion.verdict === NEEDED ? deletion.verdict : null
      return value === said ? [] : [{ deletion, value }]
    })
}

/** `deleted` is said of members of a batch that succeeded, and of nobody else. */
export const deletedVerdicts = (
  pending: ReadonlyArray<PendingDeletion>,
  batches: ReadonlyArray<Batch>,
): ReadonlyArray<Verdict> =>
  batches
    .filter(({ state }) => state === 'Succeeded')
    .flatMap(({ uid, members }) =>
      pending
        .filter((deletion) => members.has(deletion.uid) && !isDone(deletion))
        .map((deletion) => ({ deletion, value: deletedBy(uid) })),
    )

/** A batch that succeeded goes when no member is left; one that failed makes room for another try after a rest. */
export const isSpent = ({ state, members, endedAt }: Batch, present: ReadonlySet<string>, now: Instant): boolean => {
  switch (state) {
    case 'Live':
      return false
    case 'Ending':
      return true
    case 'Succeeded':
      return ![...members].some((uid) => present.has(uid))
    case 'Failed':
      return now >= (endedAt ?? 0) + FAILED_REST_MS
  }
}

const membersOf = (batches: ReadonlyArray<Batch>): ReadonlySet<string> =>
  new Set(batches.flatMap(({ members }) => [...members]))
