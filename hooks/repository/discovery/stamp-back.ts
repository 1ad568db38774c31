import { isFarAhead } from '../../core/time/ahead'
import { formatInstant, instantOf, type Instant } from '../../core/time/instant'
import type { AnyStatus } from '../any-status'
import type { Attempt } from './attempt'
import type { DiscoveryDecision } from './decide-discovery'

/** Its end is told of; this is for the case that it is not. */
const GOING_MS = 10_000

/**
 * The backend would not be contacted before a stamp that a clock ahead has left, so it is set back to now. An attempt that
 * ended then goes first, for it would be taken for news.
 */
export const stampBack = (
  status: AnyStatus,
  attempt: Attempt | undefined,
  now: Instant,
): DiscoveryDecision | undefined => {
  if (!isFarAhead(instantOf(status.health?.lastProbeAt), now)) return undefined
  return attempt === undefined
    ? {
        events: [],
        wakeAt: [now + 1000],
        status: { ...status, health: { ...status.health, lastProbeAt: formatInstant(now) } },
      }
    : { events: [], wakeAt: [now + GOING_MS], status, drop: 'it ended by a clock that was ahead' }
}
