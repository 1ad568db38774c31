import { instantOf, type Instant } from '../../core/time/instant'
import { isMaintenanceOf } from '../maintenance-child/managed-maintenance'
import type { Observed } from '../observed'

const LONGEST_MS = 24 * 3_600_000

/** Whether the figures of the repository are to be counted again: maintenance ran since, or a day has passed; by a clock that was ahead it has. */
export const hasStaleFigures = ({ ref, repository, related }: Observed, now: Instant): boolean => {
  const counted = since(repository.status?.storageStats?.lastObservedAt)
  const maintained = related.maintenances
    .filter(isMaintenanceOf(ref))
    .flatMap(({ status }) => [status?.quick?.lastRunAt, status?.full?.lastRunAt])
    .map(since)
  return Math.abs(now - counted) >= LONGEST_MS || maintained.some((at) => at > counted)
}

const since = (text: string | undefined): Instant => instantOf(text) ?? -Infinity
