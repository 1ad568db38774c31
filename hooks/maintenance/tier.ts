import type { MaintenanceTier } from '../../api/kinds/maintenance'
import { formatInstant, type Instant } from '../core/time/instant'
import type { EndedRun, Mode } from './run'

export type Tiers = { readonly [M in Mode]?: MaintenanceTier }

const FIRST_REST_SECONDS = 300
export const LONGEST_REST_SECONDS = 3600

/** Rest before a failed slot is tried again: 5 minutes, doubling up to an hour. */
const restSeconds = (failures: number): number =>
  Math.min(FIRST_REST_SECONDS * 2 ** Math.min(failures - 1, 10), LONGEST_REST_SECONDS)

/** Whether the memory of its tier holds what a scheduled run had to tell. */
export const isRecorded = (tiers: Tiers, { mode, state: { at, report } }: EndedRun): boolean => {
  const tier = tiers[mode] ?? {}
  const end = formatInstant(at)
  return report._tag === 'Failed'
    ? (tier.consecutiveFailures ?? 0) > 0 && (tier.nextScheduledAt ?? '') > end
    : (tier.lastHandledAt ?? '') >= end
}

/** Takes the report of a scheduled run into the memory of the tiers. Full maintenance does all that quick does. */
export const recordScheduled = (tiers: Tiers, run: EndedRun): Tiers => {
  const { at, report } = run.state
  switch (report._tag) {
    case 'Ran':
      return recordRan(tiers, run, report.reclaimedBytes)
    case 'Yielded':
      return stamp(tiers, run.mode, { lastHandledAt: formatInstant(at) })
    case 'Failed':
      return { ...tiers, [run.mode]: failed(tiers[run.mode], at) }
  }
}

export const recordRan = (tiers: Tiers, { mode, state: { at } }: EndedRun, reclaimed: number | undefined): Tiers => {
  const time = formatInstant(at)
  const stamped = stamp(tiers, mode, { lastRunAt: time, lastHandledAt: time })
  return reclaimed === undefined
    ? stamped
    : { ...stamped, [mode]: { ...stamped[mode], lastContentReclaimedBytes: reclaimed } }
}

const stamp = (tiers: Tiers, mode: Mode, times: MaintenanceTier): Tiers => ({
  ...tiers,
  ...(mode === 'full' ? { full: settled(tiers.full, times) } : {}),
  quick: settled(tiers.quick, times),
})

/** No failures, and the next time is to be found anew. */
const settled = (tier: MaintenanceTier = {}, times: MaintenanceTier): MaintenanceTier => {
  const { lastRunAt, lastContentReclaimedBytes } = tier
  return {
    ...(lastRunAt === undefined ? {} : { lastRunAt }),
    ...(lastContentReclaimedBytes === undefined ? {} : { lastContentReclaimedBytes }),
    ...times,
  }
}

const failed = (tier: MaintenanceTier = {}, at: Instant): MaintenanceTier => {
  const failures = (tier.consecutiveFailures ?? 0) + 1
  return {
    ...tier,
    consecutiveFailures: failures,
    nextScheduledAt: formatInstant(at + restSeconds(failures) * 1000),
  }
}
