import * as O from 'fp-ts/Option'
import { durationSeconds } from '../../grammar'
import { refuse, refuseIf, type Problems } from '../problem'

export interface DurationLimits {
  readonly leastSeconds?: number
  readonly example?: string
}

/** One whole number with at most one unit; an absent one passes. */
export const validDuration = (text: string | undefined, field: string, limits: DurationLimits = {}): Problems => {
  if (text === undefined) return []
  const { leastSeconds = 0, example = '30s, 10m or 2h' } = limits
  const seconds = durationSeconds(text)
  return O.isNone(seconds)
    ? refuse(field, `${JSON.stringify(text)} is no duration: write one whole number of h, m or s, as ${example}`)
    : refuseIf(seconds.value < leastSeconds, field, `must be at least ${leastSeconds}s, not ${text}`)
}
