import type { Instant } from '../../core/time/instant'
import { isDone, isExternal, type PendingDeletion } from './pending-deletion'

export interface Protection {
  /** Pending deletions from outside at which all of them are held; 0 holds none. */
  readonly threshold: number
  /** Deletions up to this moment are acknowledged. */
  readonly acknowledged?: Instant
}

export type Breaker =
  | { readonly _tag: 'Closed' }
  | {
      readonly _tag: 'Open'
      readonly held: ReadonlyArray<PendingDeletion>
      /** The acknowledgement that would release what is pending now. */
      readonly newest: Instant
    }

/**
 * Holds every unacknowledged deletion from outside while there are as many as the threshold. Deletions in flight and
 * undecided ones count as well: a wave is seen before its first batch leaves.
 */
export const breaker = (
  pending: ReadonlyArray<PendingDeletion>,
  { threshold, acknowledged }: Protection,
  now: Instant,
): Breaker => {
  const counted = pending.filter(
    (deletion) => isExternal(deletion) && !isDone(deletion) && !isAcknowledged(deletion, acknowledged, now),
  )
  return threshold > 0 && counted.length >= threshold
    ? { _tag: 'Open', held: counted, newest: Math.max(...counted.map(({ deletedAt }) => deletedAt)) }
    : { _tag: 'Closed' }
}

/** What is deleted up to the acknowledged moment is released, and no deletion that a clock ahead dates into the future. */
const isAcknowledged = ({ deletedAt }: PendingDeletion, acknowledged: Instant | undefined, now: Instant): boolean =>
  acknowledged !== undefined && deletedAt <= Math.min(acknowledged, now)
