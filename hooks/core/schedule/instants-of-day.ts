import { lastCall } from '../memo/last-call'
import type { Instant } from '../time/instant'
import type { Cron } from './cron'
import type { LocalDay } from './local-day'
import type { Zone } from './zone'

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 60 * MS_PER_MINUTE
const MS_PER_DAY = 24 * MS_PER_HOUR

/**
 * When the wall-clock times of an expression come on one day, sorted and distinct.
 *
 * On a day whose clocks change, an expression for every hour follows real time: a skipped hour has no slot, a doubled
 * one has two. An expression that names hours keeps one slot for each wall-clock time: a time that is skipped comes as
 * much later as the clocks are put forward, one that is doubled comes the first time only.
 */
export const instantsOfDay = lastCall((cron: Cron, zone: Zone, day: LocalDay): ReadonlyArray<Instant> => {
  const midnight = day * MS_PER_DAY
  const before = zone.offset(midnight - 14 * MS_PER_HOUR)
  const after = zone.offset(midnight + 36 * MS_PER_HOUR)
  const times = wallClockTimes(cron, midnight)
  return before === after
    ? times.map((time) => time - before)
    : acrossChange(times, cron.hours.length === 24, {
        before,
        after,
        at: changeBetween(zone, midnight - 14 * MS_PER_HOUR, midnight + 36 * MS_PER_HOUR),
      })
})

interface ClockChange {
  readonly at: Instant
  readonly before: number
  readonly after: number
}

const wallClockTimes = (cron: Cron, midnight: number): ReadonlyArray<number> =>
  cron.hours.flatMap((hour) => cron.minutes.map((minute) => midnight + hour * MS_PER_HOUR + minute * MS_PER_MINUTE))

const acrossChange = (
  times: ReadonlyArray<number>,
  everyHour: boolean,
  { at, before, after }: ClockChange,
): ReadonlyArray<Instant> => {
  const instants = times.flatMap((time) => {
    const real = [time - before].filter((i) => i < at).concat([time - after].filter((i) => i >= at))
    return everyHour ? real : real.length === 0 ? [time - before] : real.slice(0, 1)
  })
  return [...new Set(instants)].sort((a, b) => a - b)
}

/** The first instant, to the second, at which the offset is no longer that of `from`. */
const changeBetween = (zone: Zone, from: Instant, until: Instant): Instant => {
  const middle = Math.floor((from + until) / 2000) * 1000
  return until - from <= 1000
    ? until
    : zone.offset(middle) === zone.offset(from)
      ? changeBetween(zone, middle, until)
      : changeBetween(zone, from, middle)
}
