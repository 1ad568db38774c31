import { pipe } from 'fp-ts/function'
import * as O from 'fp-ts/Option'
import { CLOCK_TOLERANCE_MS } from '../time/ahead'
import type { Instant } from '../time/instant'
import type { SlotMemory } from './slot-memory'
import { nextSlot, type Timing } from './timing'

/** Whether a pin lies behind the second time of its schedule from an instant on: only a clock that was ahead sets it there. */
export const isAhead = ({ next }: SlotMemory, timing: Timing, from: Instant): boolean => {
  if (next === undefined || next <= from + CLOCK_TOLERANCE_MS) return false
  const isBehind = ({ occurrence }: { readonly occurrence: Instant }): boolean =>
    next > occurrence + timing.windowSeconds * 1000 + CLOCK_TOLERANCE_MS
  // Most pins are the first time to come; then the second need not be looked for.
  return pipe(
    nextSlot(timing, from),
    O.filter(isBehind),
    O.chain(({ occurrence }) => nextSlot(timing, occurrence)),
    O.exists(isBehind),
  )
}
