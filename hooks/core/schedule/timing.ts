import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as O from 'fp-ts/Option'
import { durationSeconds } from '../../../api/grammar'
import type { Instant } from '../time/instant'
import { parseCron, type Cron } from './cron'
import { jitterSeconds } from './jitter'
import { countOccurrences, nextOccurrence } from './occurrence'
import { parseZone, type Zone } from './zone'

/** When a schedule fires, as it is spelled. */
export interface TimingSpec {
  readonly cron: string
  readonly timezone: string
  readonly jitter?: string
}

/** The same, ready to be asked. The seed is the schedule's UID. */
export interface Timing {
  readonly cron: Cron
  readonly zone: Zone
  readonly windowSeconds: number
  readonly seed: string
}

/** One time to fire: when the cron expression has it, and that plus jitter. */
export interface Slot {
  readonly occurrence: Instant
  readonly at: Instant
}

/** A field of a timing that cannot be read, with what to write instead. */
export interface TimingProblem {
  readonly field: 'cron' | 'timezone' | 'jitter'
  readonly message: string
}

export const parseTiming = (spec: TimingSpec, seed: string): E.Either<TimingProblem, Timing> =>
  pipe(
    E.Do,
    E.apS(
      'cron',
      pipe(
        parseCron(spec.cron, seed),
        E.mapLeft((why) =>
          problem('cron', `"${spec.cron}" is no cron expression: ${why}; write for example "0 2 * * *"`),
        ),
      ),
    ),
    E.apS(
      'zone',
      E.fromOption(() => problem('timezone', `"${spec.timezone}" is no time zone; write for example "Europe/Berlin"`))(
        parseZone(spec.timezone),
      ),
    ),
    E.apS(
      'windowSeconds',
      E.fromOption(() => problem('jitter', `"${spec.jitter ?? ''}" is no duration; write for example "30m" or "90s"`))(
        spec.jitter === undefined ? O.some(0) : durationSeconds(spec.jitter),
      ),
    ),
    E.map((parts) => ({ ...parts, seed })),
  )

/** The first slot whose occurrence is strictly after an instant. */
export const nextSlot = (timing: Timing, after: Instant): O.Option<Slot> =>
  pipe(
    nextOccurrence(timing.cron, timing.zone, after),
    O.map((occurrence) => slotOf(timing, occurrence)),
  )

export const slotOf = ({ seed, windowSeconds }: Timing, occurrence: Instant): Slot => ({
  occurrence,
  at: occurrence + jitterSeconds(seed, occurrence / 1000, windowSeconds) * 1000,
})

/** The slots whose occurrences lie after the first instant and not after the second. */
export const slotsBetween = (
  timing: Timing,
  range: { readonly after: Instant; readonly until: Instant },
): { readonly count: number; readonly last: O.Option<Slot> } => {
  const { count, last } = countOccurrences(timing.cron, timing.zone, range)
  return {
    count,
    last: pipe(
      last,
      O.map((occurrence) => slotOf(timing, occurrence)),
    ),
  }
}

const problem = (field: TimingProblem['field'], message: string): TimingProblem => ({ field, message })
