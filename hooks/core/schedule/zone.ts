import * as O from 'fp-ts/Option'
import { IANAZone } from 'luxon'
import type { Instant } from '../time/instant'

/** What of a time zone matters here: how many milliseconds its clocks are ahead of UTC at an instant. */
export interface Zone {
  readonly name: string
  readonly offset: (at: Instant) => number
}

const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 24 * 60 * MS_PER_MINUTE

/** An IANA zone by name, as `Europe/Berlin`. */
export const parseZone = (name: string): O.Option<Zone> => {
  if (name === UTC.name) return O.some(UTC)
  const zone = IANAZone.create(name)
  return zone.isValid ? O.some({ name, offset: calmly((at) => zone.offset(at) * MS_PER_MINUTE) }) : O.none
}

/** Clocks are changed twice a year: with the same offset at both ends of a day it is that of the whole day. */
const calmly = (offset: (at: Instant) => number): Zone['offset'] => {
  let calm: { readonly from: Instant; readonly until: Instant; readonly offset: number } | undefined
  return (at) => {
    if (calm !== undefined && at >= calm.from && at <= calm.until) return calm.offset
    const here = offset(at)
    if (offset(at + MS_PER_DAY) === here) calm = { from: at, until: at + MS_PER_DAY, offset: here }
    return here
  }
}

export const UTC: Zone = { name: 'UTC', offset: () => 0 }
