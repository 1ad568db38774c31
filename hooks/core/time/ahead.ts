import type { Instant } from './instant'

/** Milliseconds by which the clocks of a cluster may differ. */
export const CLOCK_TOLERANCE_MS = 300_000

/** Whether a stamp lies so far ahead that the clock which set it was wrong. */
export const isFarAhead = (stamp: Instant | undefined, now: Instant): boolean =>
  stamp !== undefined && stamp > now + CLOCK_TOLERANCE_MS
