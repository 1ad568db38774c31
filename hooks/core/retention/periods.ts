import type { Instant } from '../time/instant'

/** A number that two instants share exactly when they lie in the same period of the UTC calendar. */
export type PeriodOf = (at: Instant) => number

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR
/** 1970-01-01 was a Thursday, and ISO weeks begin on Monday. */
const THURSDAY = 3

export const PERIODS = {
  hour: (at) => Math.floor(at / MS_PER_HOUR),
  day: (at) => Math.floor(at / MS_PER_DAY),
  week: (at) => Math.floor((Math.floor(at / MS_PER_DAY) + THURSDAY) / 7),
  month: (at) => {
    const date = new Date(at)
    return date.getUTCFullYear() * 12 + date.getUTCMonth()
  },
  year: (at) => new Date(at).getUTCFullYear(),
} satisfies { readonly [period: string]: PeriodOf }
