import type { Instant } from '../../core/time/instant'
import { BATCH_SIZE, QUIET_WINDOW_MS, type Batch } from './batch'
import type { Breaker } from './breaker'
import { isDone, type PendingDeletion } from './pending-deletion'

export interface BatchFacts {
  readonly pending: ReadonlyArray<PendingDeletion>
  readonly breaker: Breaker
  readonly batches: ReadonlyArray<Batch>
  /** kopia ids that somebody else still needs. */
  readonly neededIds: ReadonlySet<string>
  /** Batches that may run at once. */
  readonly maxLive: number
  readonly now: Instant
}

export type BatchPlan =
  | { readonly _tag: 'Nothing' }
  /** The quiet window is open until then. */
  | { readonly _tag: 'Wait'; readonly until: Instant }
  /** As many batches run as may. */
  | { readonly _tag: 'Throttled' }
  | { readonly _tag: 'Fire'; readonly members: ReadonlyArray<PendingDeletion> }

/** Chooses the next batch: the oldest 200 of what may go, once the oldest has waited for its company. */
export const planBatch = (facts: BatchFacts): BatchPlan => {
  const fireable = [...facts.pending.filter(mayGo(facts))].sort(byAgeThenUid)
  if (fireable.length === 0) return { _tag: 'Nothing' }
  const open = Math.min(...fireable.map(waitsSince(facts.now))) + QUIET_WINDOW_MS
  if (fireable.length < BATCH_SIZE && facts.now < open) return { _tag: 'Wait', until: open }
  return facts.batches.filter(({ state }) => state === 'Live' || state === 'Ending').length >= facts.maxLive
    ? { _tag: 'Throttled' }
    : { _tag: 'Fire', members: fireable.slice(0, BATCH_SIZE) }
}

const mayGo = ({ breaker, batches, neededIds }: BatchFacts) => {
  const held = new Set(breaker._tag === 'Open' ? breaker.held.map(({ uid }) => uid) : [])
  const enrolled = new Set(batches.flatMap(({ members }) => [...members]))
  return (deletion: PendingDeletion): boolean =>
    deletion.plan !== 'Undecided' &&
    !isDone(deletion) &&
    !held.has(deletion.uid) &&
    !enrolled.has(deletion.uid) &&
    !isNeeded(deletion, neededIds)
}

/** Whether somebody else still needs the data of this deletion. */
export const isNeeded = ({ snapshotId }: PendingDeletion, neededIds: ReadonlySet<string>): boolean =>
  snapshotId !== undefined && neededIds.has(snapshotId)

/**
 * The later of deletion and plan, since they are told by two clocks: by one of them alone a service ahead of its API
 * server would not wait. A plan from the future was written by a clock that has been put right since.
 */
const waitsSince =
  (now: Instant) =>
  ({ deletedAt, plannedAt = deletedAt }: PendingDeletion): Instant =>
    plannedAt > now + QUIET_WINDOW_MS ? deletedAt : Math.max(deletedAt, plannedAt)

const byAgeThenUid = (a: PendingDeletion, b: PendingDeletion): number =>
  a.deletedAt - b.deletedAt || (a.uid < b.uid ? -1 : 1)
