import { UNKNOWN_NUMBER, type PreflightVariables } from '../../../api/cel'
import type { Maintenance } from '../../../api/kinds/maintenance'
import { findCondition } from '../../core/conditions'
import { isReady, type AnyRepository } from '../../core/repository'
import { parseInstant, type Instant } from '../../core/time/instant'

/** What a preflight check can speak of. Of an unknown number `<` is false and `>` is true. */
export const preflightVariables = (
  repository: AnyRepository,
  maintenances: ReadonlyArray<Maintenance>,
  now: Instant,
): PreflightVariables => {
  const lastSuccess = newest(maintenances.flatMap(runsOf))
  return {
    repository: repositoryVariables(repository, now),
    maintenance: { hasRun: lastSuccess !== undefined, lastSuccessAgeSeconds: number(age(lastSuccess, now)) },
  }
}

const repositoryVariables = (repository: AnyRepository, now: Instant): PreflightVariables['repository'] => {
  const { storageStats: stats = {}, health = {}, phase = '', lastReverifyAt, conditions } = repository.status ?? {}
  const healthy = age(health.lastHealthyAt, now)
  const reverified = age(lastReverifyAt, now)
  return {
    phase,
    ready: isReady(repository),
    backendReachable: findCondition(conditions, 'BackendReachable')?.status !== 'False',
    snapshotCountKnown: stats.snapshotCount !== undefined,
    snapshotCount: number(stats.snapshotCount),
    indexBlobCountKnown: stats.indexBlobCount !== undefined,
    indexBlobCount: number(stats.indexBlobCount),
    sizeBytesKnown: stats.totalSizeBytes !== undefined,
    sizeBytes: number(stats.totalSizeBytes),
    lastHealthyKnown: healthy !== undefined,
    lastHealthyAgeSeconds: number(healthy),
    lastReverifyKnown: reverified !== undefined,
    lastReverifyAgeSeconds: number(reverified),
  }
}

const number = (value: number | undefined): bigint =>
  value === undefined || !Number.isSafeInteger(value) ? UNKNOWN_NUMBER : BigInt(value)

const age = (text: string | undefined, now: Instant): number | undefined => {
  const at = text === undefined ? undefined : parseInstant(text)
  return at?._tag === 'Some' ? Math.max(0, Math.floor((now - at.value) / 1000)) : undefined
}

const runsOf = ({ status }: Maintenance): ReadonlyArray<string> =>
  [status?.quick?.lastRunAt, status?.full?.lastRunAt].flatMap((at) => (at === undefined ? [] : [at]))

const newest = (times: ReadonlyArray<string>): string | undefined =>
  [...times].sort((a, b) => Date.parse(b) - Date.parse(a))[0]
