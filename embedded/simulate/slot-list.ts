import * as O from 'fp-ts/Option'
import type { ScheduleMemory, ScheduleSkip } from '../../api/kinds/shared/schedule-memory'
import { nextSlot, parseTiming, type Slot, type Timing } from '../../hooks/core/schedule'
import type { Instant } from '../../hooks/core/time/instant'

/** The timing that a policy remembers of a schedule; absent where it cannot be read. */
export const rememberedTiming = (seed: string, { cron, timezone, jitter }: ScheduleMemory): Timing | undefined => {
  const timing = parseTiming({ cron, timezone, ...(jitter === undefined ? {} : { jitter }) }, seed)
  return timing._tag === 'Right' ? timing.right : undefined
}

/** The slots that a skip stands for, one by one. */
export const slotsOfSkip = (timing: Timing | undefined, skip: ScheduleSkip): ReadonlyArray<Instant> => {
  const first = Date.parse(skip.slot)
  if (timing === undefined || skip.count === 1) return [first]
  return [first, ...following(timing, occurrenceOf(timing, first), skip.count - 1).map(({ at }) => at)]
}

/** The next slots after a pinned one; each is the first whose occurrence follows the one before in real time. */
export const slotsAfter = (timing: Timing, pinned: Instant, count: number): ReadonlyArray<Instant> => {
  const found: Array<Instant> = []
  for (let last = pinned; found.length < count;) {
    const next = nextSlot(timing, last)
    if (O.isNone(next)) break
    found.push(next.value.at)
    last = next.value.at
  }
  return found
}

/** The slots after a pinned one, up to an end and including it. */
export const slotsUntil = (timing: Timing, pinned: Instant, until: Instant): ReadonlyArray<Instant> => {
  const found: Array<Instant> = []
  for (let last = pinned; ;) {
    const [next] = slotsAfter(timing, last, 1)
    if (next === undefined || next > until) return found
    found.push(next)
    last = next
  }
}

const following = (timing: Timing, after: Instant, count: number): ReadonlyArray<Slot> => {
  const found: Array<Slot> = []
  for (let last = after; found.length < count;) {
    const next = nextSlot(timing, last)
    if (O.isNone(next)) break
    found.push(next.value)
    last = next.value.occurrence
  }
  return found
}

/** The cron time behind a slot that jitter has put off. */
const occurrenceOf = (timing: Timing, slot: Instant): Instant => {
  for (let after = slot - timing.windowSeconds * 1000 - 1; ;) {
    const next = nextSlot(timing, after)
    if (O.isNone(next) || next.value.occurrence > slot) return slot
    if (next.value.at === slot) return next.value.occurrence
    after = next.value.occurrence
  }
}
