import * as O from 'fp-ts/Option'
import { IANAZone } from 'luxon'
import type { Instant } from '../time/instant'

/** What of a time zone matters here: how many milliseconds its clocks are ahead of UTC at an instant. */
export interface Zone {
  readonly name: string
  readonly offset: (at: Instant) => number
}

const MS_PER_MINUTE = 60_000

/** An IANA zone by name, as `Europe/Berlin`. */
export const parseZone = (name: string): O.Option<Zone> => {
  if (name === UTC.name) return O.some(UTC)
  const zone = IANAZone.create(name)
  return zone.isValid ? O.some({ name, offset: (at) => zone.offset(at) * MS_PER_MINUTE }) : O.none
}

export const UTC: Zone = { name: 'UTC', offset: () => 0 }
