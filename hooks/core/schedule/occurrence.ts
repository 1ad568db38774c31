import * as O from 'fp-ts/Option'
import type { Instant } from '../time/instant'
import type { Cron } from './cron'
import { instantsOfDay } from './instants-of-day'
import { firstDayWorthLooking, isDayOf, type LocalDay } from './local-day'
import type { Zone } from './zone'

const MS_PER_DAY = 86_400_000
/** 29 February can be eight years away. */
const DAYS_AHEAD = 8 * 366

/** The first time of the expression strictly after an instant; none for a day that no month has. */
export const nextOccurrence = (cron: Cron, zone: Zone, after: Instant): O.Option<Instant> => {
  const today = dayOf(zone, after)
  return search(cron, zone, after, { day: today, limit: today + DAYS_AHEAD })
}

/** How many times of the expression lie after the first instant and not after the second, and the last of them. */
export const countOccurrences = (
  cron: Cron,
  zone: Zone,
  { after, until }: { readonly after: Instant; readonly until: Instant },
): { readonly count: number; readonly last: O.Option<Instant> } => {
  const first = dayOf(zone, after)
  return Array.from({ length: Math.max(0, dayOf(zone, until) - first + 1) }, (_, index) => first + index)
    .filter((day) => isDayOf(cron, day))
    .reduce<{ readonly count: number; readonly last: O.Option<Instant> }>(
      (sum, day) => {
        const within = instantsOfDay(cron, zone, day).filter((instant) => instant > after && instant <= until)
        const last = within.at(-1)
        return { count: sum.count + within.length, last: last === undefined ? sum.last : O.some(last) }
      },
      { count: 0, last: O.none },
    )
}

const dayOf = (zone: Zone, instant: Instant): LocalDay => Math.floor((instant + zone.offset(instant)) / MS_PER_DAY)

const search = (
  cron: Cron,
  zone: Zone,
  after: Instant,
  { day, limit }: { readonly day: LocalDay; readonly limit: LocalDay },
): O.Option<Instant> => {
  const candidate = firstDayWorthLooking(cron, day)
  const found = isDayOf(cron, candidate) ? instantsOfDay(cron, zone, candidate).find((i) => i > after) : undefined
  return found !== undefined
    ? O.some(found)
    : candidate > limit
      ? O.none
      : search(cron, zone, after, { day: candidate + 1, limit })
}
