import type { MaintenanceTier } from '../../api/kinds/maintenance'
import { isFarAhead } from '../core/time/ahead'
import { formatInstant, instantOf, type Instant } from '../core/time/instant'
import { LONGEST_REST_SECONDS, type Tiers } from './tier'

/** Replicas whose clocks differ by less must not set back each other's stamps: a slot would run again and again. */
const MARGIN_MS = 3_600_000

/** Nothing would be due before the stamps that a clock ahead has left, so they are set back to now. */
export const stampsBack = ({ quick, full }: Tiers, now: Instant): Tiers => ({
  ...(quick === undefined ? {} : { quick: tierBack(quick, now) }),
  ...(full === undefined ? {} : { full: tierBack(full, now) }),
})

const tierBack = (tier: MaintenanceTier, now: Instant): MaintenanceTier => ({
  ...tier,
  ...back('lastRunAt', tier, { now, latest: now }),
  ...back('lastHandledAt', tier, { now, latest: now }),
  ...((tier.consecutiveFailures ?? 0) === 0
    ? {}
    : back('nextScheduledAt', tier, { now, latest: now + LONGEST_REST_SECONDS * 1000 })),
})

const back = (
  field: 'lastRunAt' | 'lastHandledAt' | 'nextScheduledAt',
  tier: MaintenanceTier,
  { now, latest }: { readonly now: Instant; readonly latest: Instant },
): MaintenanceTier => (isFarAhead(instantOf(tier[field]), latest + MARGIN_MS) ? { [field]: formatInstant(now) } : {})
