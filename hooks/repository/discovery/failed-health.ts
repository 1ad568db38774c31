import { formatInstant, type Instant } from '../../core/time/instant'
import type { AnyStatus } from '../any-status'
import type { DiscoveryFailure } from './failure'

type Health = NonNullable<AnyStatus['health']>

/** One more failure in a row. */
export const failedHealth = (
  health: Health | undefined,
  at: Instant,
): Health & { readonly consecutiveProbeFailures: number } => ({
  ...(health?.lastHealthyAt === undefined ? {} : { lastHealthyAt: health.lastHealthyAt }),
  lastProbeAt: formatInstant(at),
  consecutiveProbeFailures: (health?.consecutiveProbeFailures ?? 0) + 1,
  firstFailureAt: health?.firstFailureAt ?? formatInstant(at),
})

/** Reason of `BackendReachable=False`. */
export const unreachableReason = ({ kind }: DiscoveryFailure): string => {
  switch (kind) {
    case 'Absent':
      return 'RepositoryVanished'
    case 'TimedOut':
      return 'ProbeDeadlineExceeded'
    case 'Other':
      return 'BackendUnreachable'
  }
}
