import { pipe } from 'fp-ts/function'
import * as O from 'fp-ts/Option'
import { wholeSeconds, type Instant } from '../time/instant'
import { pin, pinnedOccurrence, pinTo, type PinTiming } from './pin'
import { withSkip, type Skip, type SkipReason, type SlotMemory } from './slot-memory'
import { nextSlot, slotsBetween, type Slot, type Timing } from './timing'

/** Passes over the pinned slot and all that have come since, and pins the next one after now. */
export const passOver = (
  memory: SlotMemory,
  slot: Instant,
  { reason, now, ...timing }: PinTiming & { readonly reason: SkipReason; readonly now: Instant },
): SlotMemory => {
  const later = slotsBetween(timing.timing, { after: pinnedOccurrence(memory, slot), until: now })
  return pin(withSkip(memory, skipOf(slot, later, reason)), timing, now)
}

/** The pinned slot becomes a run; those that have come since are passed over, and the next one after now is pinned. */
export const afterFiring = (
  memory: SlotMemory,
  slot: Instant,
  { now, ...timing }: PinTiming & { readonly now: Instant },
): SlotMemory => {
  const fired = { ...memory, handled: slot }
  const occurrence = pinnedOccurrence(memory, slot)
  const first = pipe(
    nextSlot(timing.timing, occurrence),
    O.filter((next) => next.occurrence <= now),
  )
  return O.isNone(first)
    ? pin(fired, timing, now)
    : pin(
        withSkip(
          fired,
          skipOf(
            first.value.at,
            slotsBetween(timing.timing, { after: first.value.occurrence, until: now }),
            memory.held === 'Forbid' || memory.held === 'Suspended' ? memory.held : 'Collapsed',
          ),
        ),
        timing,
        now,
      )
}

/** Passes over slots that are too late to start, and pins the first that is not; it may be due already. */
export const passOverExpired = (
  memory: SlotMemory,
  slot: Instant,
  { now, deadlineSeconds, ...timing }: PinTiming & { readonly now: Instant; readonly deadlineSeconds: number },
): SlotMemory => {
  const occurrence = pinnedOccurrence(memory, slot)
  const surelyExpired = now - (deadlineSeconds + 1 + timing.timing.windowSeconds) * 1000
  const next = firstInTime(timing.timing, Math.max(occurrence, surelyExpired), { now, deadlineSeconds })
  const later = slotsBetween(timing.timing, {
    after: occurrence,
    until: O.isSome(next) ? next.value.occurrence - 1 : now,
  })
  const passed = withSkip({ ...memory, timing: timing.spelled }, skipOf(slot, later, 'Expired'))
  return O.isSome(next) ? pinTo(passed, next.value) : pin(passed, timing, now)
}

const firstInTime = (
  timing: Timing,
  after: Instant,
  deadline: { readonly now: Instant; readonly deadlineSeconds: number },
): O.Option<Slot> =>
  pipe(
    nextSlot(timing, after),
    O.chain((slot) =>
      wholeSeconds(deadline.now) - wholeSeconds(slot.at) > deadline.deadlineSeconds
        ? firstInTime(timing, slot.occurrence, deadline)
        : O.some(slot),
    ),
  )

const skipOf = (
  slot: Instant,
  later: { readonly count: number; readonly last: O.Option<Slot> },
  reason: SkipReason,
): Skip => ({
  slot,
  ...(O.isSome(later.last) ? { until: later.last.value.at } : {}),
  count: 1 + later.count,
  reason,
})
