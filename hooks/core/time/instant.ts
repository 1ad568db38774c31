import * as O from 'fp-ts/Option'
import { timestampMs } from '../../../api/grammar'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

/** RFC3339 text to an instant; none if it is not one. */
export const parseInstant = (text: string): O.Option<Instant> => {
  const ms = timestampMs(text)
  return Number.isNaN(ms) ? O.none : O.some(ms)
}

/** The same for a timestamp that may be absent; one that cannot be read counts as absent. */
export const instantOf = (text: string | undefined): Instant | undefined => {
  const ms = text === undefined ? Number.NaN : timestampMs(text)
  return Number.isNaN(ms) ? undefined : ms
}

/** Kubernetes' own spelling, `2026-01-02T03:04:05Z`; parts of a second are cut off. */
export const formatInstant = (instant: Instant): string => `${new Date(instant).toISOString().slice(0, 19)}Z`

export const wholeSeconds = (instant: Instant): number => Math.floor(instant / 1000)
