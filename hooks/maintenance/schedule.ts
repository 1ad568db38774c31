import * as E from 'fp-ts/Either'
import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import type { Maintenance, MaintenanceTier } from '../../api/kinds/maintenance'
import { nextSlot, parseTiming, type Timing, type TimingProblem } from '../core/schedule'
import { parseInstant, type Instant } from '../core/time/instant'
import type { Mode } from './run'
import type { Scene } from './scene'
import type { Tiers } from './tier'

/** The next time of one tier. */
export interface Due {
  readonly mode: Mode
  /** What the slot is called after; it stays the same while the slot is tried again. */
  readonly slot: Instant
  /** From then on it may run. */
  readonly at: Instant
}

export type Plan = E.Either<TimingProblem & { readonly mode: Mode }, O.Option<Due>>

const YEAR_MS = 365 * 86_400_000

/** When a tier runs next: its slot after the last one handled, or the end of the rest after a failure. */
export const planTier = (scene: Scene, tiers: Tiers, mode: Mode): Plan =>
  pipe(
    timingOf(scene, mode),
    E.mapLeft((problem) => ({ ...problem, mode })),
    E.map((timing) =>
      pipe(
        nextSlot(timing, anchorOf(scene.maintenance, tiers[mode])),
        O.map((slot): Due => ({ mode, slot: slot.at, at: dueAt(scene.maintenance, tiers[mode], slot.at) })),
      ),
    ),
  )

/** A jitter that cannot be read runs unspread; a zone or an expression that cannot be read does not run at all. */
const timingOf = (
  { maintenance: { spec, metadata }, repository }: Scene,
  mode: Mode,
): E.Either<TimingProblem, Timing> => {
  const own = spec.schedule[mode]
  const defaults = repository?.spec.scheduleDefaults
  const timezone = own.timezone ?? spec.schedule.timezone ?? defaults?.timezone ?? 'UTC'
  const jitter = own.jitter ?? defaults?.jitter
  const seed = metadata.uid ?? metadata.name
  return pipe(
    parseTiming({ cron: own.cron, timezone, ...(jitter === undefined ? {} : { jitter }) }, seed),
    E.orElse((problem) =>
      problem.field === 'jitter' ? parseTiming({ cron: own.cron, timezone }, seed) : E.left(problem),
    ),
  )
}

/** A Maintenance that never ran is due at once: its first slot lies in the year before its creation. */
const anchorOf = ({ metadata }: Maintenance, { lastRunAt, lastHandledAt }: MaintenanceTier = {}): Instant => {
  const last = [lastRunAt, lastHandledAt].flatMap((text) => instantsOf(text))
  return last.length === 0 ? created(metadata) - YEAR_MS : Math.max(...last)
}

const dueAt = ({ metadata }: Maintenance, tier: MaintenanceTier = {}, slot: Instant): Instant => {
  const [retry] = (tier.consecutiveFailures ?? 0) > 0 ? instantsOf(tier.nextScheduledAt) : []
  return retry ?? Math.max(slot, created(metadata))
}

const created = ({ creationTimestamp }: Maintenance['metadata']): Instant => instantsOf(creationTimestamp)[0] ?? 0

const instantsOf = (text: string | undefined): ReadonlyArray<Instant> =>
  pipe(
    O.fromNullable(text),
    O.chain(parseInstant),
    O.match(
      () => [],
      (instant) => [instant],
    ),
  )
