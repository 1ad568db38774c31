import type { Instant } from '../time/instant'
import type { TimingSpec } from './timing'

export type SkipReason = 'Expired' | 'Collapsed' | 'Forbid' | 'Suspended' | 'FanoutCapped'

/**
 * Why a due slot waits: the run before is not over, the schedule is suspended, a run is in a phase that this release does
 * not know, or the run it would replace has not been let in by the repository yet.
 */
export type Hold = 'Forbid' | 'Suspended' | 'UnknownRun' | 'ParkedRun'

/** Slots that were passed over for one reason, with no other slot in between. */
export interface Skip {
  readonly slot: Instant
  /** The last of them; absent for a single one. */
  readonly until?: Instant
  readonly count: number
  readonly reason: SkipReason
}

/** What is remembered of one schedule's slots. A slot is decided once, and that it was is written here. */
export interface SlotMemory {
  /** The timing `next` was computed with. */
  readonly timing: TimingSpec
  /** The pinned slot: it stays until it is decided, however late. Absent where the expression has no further time. */
  readonly next?: Instant
  /** The cron time of `next`, where jitter makes it another one. */
  readonly occurrence?: Instant
  /** The last slot that was decided. */
  readonly handled?: Instant
  /** Why `next` is due and waits. */
  readonly held?: Hold
  /** Oldest first, at most `SKIPS_KEPT`. */
  readonly skips: ReadonlyArray<Skip>
}

/** Enough to see a bad week of a daily schedule, and small enough for a status. */
export const SKIPS_KEPT = 20

/** Adds slots passed over; they join the last entry when they follow it without a gap and for the same reason. */
export const withSkip = (memory: SlotMemory, skip: Skip): SlotMemory => {
  const last = memory.skips.at(-1)
  const joins = last?.reason === skip.reason && (last.until ?? last.slot) === memory.handled
  const entry =
    last !== undefined && joins ? { ...last, until: skip.until ?? skip.slot, count: last.count + skip.count } : skip
  return {
    ...memory,
    skips: [...(joins ? memory.skips.slice(0, -1) : memory.skips), entry].slice(-SKIPS_KEPT),
    handled: skip.until ?? skip.slot,
  }
}
