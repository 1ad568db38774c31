import * as O from 'fp-ts/Option'
import { IANAZone } from 'luxon'
import { lastCall } from '../memo/last-call'
import type { Instant } from '../time/instant'

/** What of a time zone matters here: how many milliseconds its clocks are ahead of UTC at an instant. */
export interface Zone {
  readonly name: string
  readonly offset: (at: Instant) => number
}

const MS_PER_MINUTE = 60_000
/** Clocks change at whole quarters of an hour. */
const QUARTER = 15 * MS_PER_MINUTE

/** An IANA zone by name, as `Europe/Berlin`. */
export const parseZone = (name: string): O.Option<Zone> => {
  if (name === UTC.name) return O.some(UTC)
  const zone = IANAZone.create(name)
  const offsetIn = lastCall((quarter: number) => zone.offset(quarter * QUARTER) * MS_PER_MINUTE)
  return zone.isValid ? O.some({ name, offset: (at) => offsetIn(Math.floor(at / QUARTER)) }) : O.none
}

export const UTC: Zone = { name: 'UTC', offset: () => 0 }
