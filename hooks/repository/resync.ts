import type { Instant } from '../core/time/instant'
import type { AnyStatus } from './any-status'
import type { Observed } from './observed'

const STEADY_SECONDS = 300
/** Nobody tells of a changed Secret, so it is looked at this often while it may be the cure. */
const MENDING_SECONDS = 30

/** Seconds until the answer may be another although nothing happened. */
export const resyncSeconds = (
  { repository }: Observed,
  { phase }: AnyStatus,
  wakeAt: ReadonlyArray<Instant>,
  now: Instant,
): number => {
  const steady =
    repository.spec.suspend === true || phase === 'Ready' || phase === 'Initializing' ? STEADY_SECONDS : MENDING_SECONDS
  return Math.max(1, Math.min(steady, ...wakeAt.map((at) => Math.ceil((at - now) / 1000))))
}
