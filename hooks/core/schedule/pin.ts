import { pipe } from 'fp-ts/function'
import * as O from 'fp-ts/Option'
import type { Instant } from '../time/instant'
import type { SlotMemory } from './slot-memory'
import { nextSlot, type Slot, type Timing, type TimingSpec } from './timing'

export interface PinTiming {
  readonly spelled: TimingSpec
  readonly timing: Timing
}

/** Pins the first slot whose occurrence is strictly after an instant. */
export const pin = (memory: SlotMemory, { spelled, timing }: PinTiming, after: Instant): SlotMemory =>
  pipe(
    nextSlot(timing, after),
    O.match(
      () => unpinned({ ...memory, timing: spelled }),
      (slot) => pinTo({ ...memory, timing: spelled }, slot),
    ),
  )

export const pinTo = (memory: SlotMemory, { at, occurrence }: Slot): SlotMemory => ({
  ...unpinned(memory),
  next: at,
  ...(occurrence === at ? {} : { occurrence }),
})

const unpinned = ({ next: _, occurrence: __, held: ___, ...memory }: SlotMemory): SlotMemory => memory

/** The cron time behind the pinned slot. */
export const pinnedOccurrence = (memory: SlotMemory, slot: Instant): Instant => memory.occurrence ?? slot
