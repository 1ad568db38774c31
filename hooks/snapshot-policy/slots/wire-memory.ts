import type { ScheduleMemory, ScheduleSkip } from '../../../api/kinds/shared/schedule-memory'
import { present } from '../../core/json/present'
import { lastCall } from '../../core/memo/last-call'
import type { Hold, Skip, SkipReason, SlotMemory } from '../../core/schedule'
import { formatInstant, instantOf } from '../../core/time/instant'

/** What the status remembers of the slots, read; times that cannot be read count as absent. */
export const slotMemory = lastCall((wire: ScheduleMemory): SlotMemory => ({
  timing: {
    cron: wire.cron,
    timezone: wire.timezone,
    ...present(wire.jitter, (jitter) => ({ jitter })),
  },
  ...present(instantOf(wire.next), (next) => ({ next })),
  ...present(instantOf(wire.occurrence), (occurrence) => ({ occurrence })),
  ...present(instantOf(wire.handled), (handled) => ({ handled })),
  ...present(
    HOLDS.find((hold) => hold === wire.held),
    (held) => ({ held }),
  ),
  skips: (wire.skips ?? []).flatMap(readSkip),
}))

/** Lays slots over what else is remembered of the schedule. */
export const withSlots = (wire: ScheduleMemory, slots: SlotMemory): ScheduleMemory => {
  const { next: _, occurrence: __, handled: ___, held: ____, skips: _____, jitter: ______, ...rest } = wire
  return {
    ...rest,
    ...slots.timing,
    ...present(slots.next, (next) => ({ next: formatInstant(next) })),
    ...present(slots.occurrence, (occurrence) => ({ occurrence: formatInstant(occurrence) })),
    ...present(slots.handled, (handled) => ({ handled: formatInstant(handled) })),
    ...present(slots.held, (held) => ({ held })),
    ...(slots.skips.length === 0 ? {} : { skips: slots.skips.map(writeSkip) }),
  }
}

const readSkip = ({ slot, until, count, reason }: ScheduleSkip): ReadonlyArray<Skip> => {
  const at = instantOf(slot)
  const known = REASONS.find((one) => one === reason)
  return at === undefined || known === undefined
    ? []
    : [{ slot: at, ...present(instantOf(until), (last) => ({ until: last })), count, reason: known }]
}

const writeSkip = ({ slot, until, count, reason }: Skip): ScheduleSkip => ({
  slot: formatInstant(slot),
  ...present(until, (last) => ({ until: formatInstant(last) })),
  count,
  reason,
})

const REASONS: ReadonlyArray<SkipReason> = ['Expired', 'Collapsed', 'Forbid', 'Suspended', 'FanoutCapped']
const HOLDS: ReadonlyArray<Hold> = ['Forbid', 'Suspended', 'UnknownRun', 'ParkedRun']
