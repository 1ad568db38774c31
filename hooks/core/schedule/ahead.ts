import { pipe } from 'fp-ts/function'
import * as O from 'fp-ts/Option'
import type { Instant } from '../time/instant'
import type { SlotMemory } from './slot-memory'
import { nextSlot, type Timing } from './timing'

/** Milliseconds by which the clocks of replicas may differ. */
const TOLERANCE = 300_000

/** Whether a pin lies behind the second time of its schedule from an instant on: only a clock that was ahead sets it there. */
export const isAhead = ({ next }: SlotMemory, timing: Timing, from: Instant): boolean =>
  next !== undefined &&
  next > from + TOLERANCE &&
  pipe(
    nextSlot(timing, from),
    O.chain(({ occurrence }) => nextSlot(timing, occurrence)),
    O.exists(({ occurrence }) => next > occurrence + timing.windowSeconds * 1000 + TOLERANCE),
  )
