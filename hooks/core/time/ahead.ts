import { instantOf, type Instant } from './instant'

/** Milliseconds by which the clocks of a cluster may differ. */
const TOLERANCE = 300_000

/** Whether a stamp lies so far ahead that the clock which set it was wrong. */
export const isStampedAhead = (text: string | undefined, now: Instant): boolean =>
  (instantOf(text) ?? -Infinity) > now + TOLERANCE
