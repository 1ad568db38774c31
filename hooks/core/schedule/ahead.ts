import { pipe } from 'fp-ts/function'
import * as O from 'fp-ts/Option'
import { CLOCK_TOLERANCE_MS } from '../time/ahead'
import type { Instant } from '../time/instant'
import type { SlotMemory } from './slot-memory'
import { nextSlot, type Timing } from './timing'

/** Whether a pin lies behind the second time of its schedule from an instant on: only a clock that was ahead sets it there. */
export const isAhead = ({ next }: SlotMemory, timing: Timing, from: Instant): boolean =>
  next !== undefined &&
  next > from + CLOCK_TOLERANCE_MS &&
  pipe(
    nextSlot(timing, from),
    O.chain(({ occurrence }) => nextSlot(timing, occurrence)),
    O.exists(({ occurrence }) => next > occurrence + timing.windowSeconds * 1000 + CLOCK_TOLERANCE_MS),
  )
