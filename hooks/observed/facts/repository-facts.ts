import { findCondition } from '../../core/conditions'
import { present } from '../../core/json/present'
import type { AnyRepository } from '../../core/repository'
import { instantOf, type Instant } from '../../core/time/instant'
import { stalledOf, type MayStall } from './stalled'

export type OutageReason = 'unreachable' | 'vanished' | 'timed_out' | 'other'

export interface RepositoryFacts extends MayStall {
  readonly _tag: 'Repository'
  readonly kind: AnyRepository['kind']
  /** Empty for a ClusterRepository. */
  readonly namespace: string
  readonly name: string
  readonly phase: string
  /** Its backend was lost and backups wait for it. */
  readonly outage?: OutageReason
  readonly failingSince?: Instant
  /** Absent before the first look at the backend. */
  readonly failures?: number
  readonly sizeBytes?: number
  readonly snapshots?: number
  /** Absent until it is known. */
  readonly isMaintained?: boolean
}

export const repositoryFacts = (repository: AnyRepository): RepositoryFacts => {
  const { kind, metadata, status } = repository
  const { storageStats, health, conditions } = status ?? {}
  const maintained = findCondition(conditions, 'MaintenanceConfigured')
  return {
    _tag: 'Repository',
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    phase: status?.phase ?? 'Pending',
    ...stalledOf(conditions),
    ...present(outageOf(repository), (outage) => ({ outage })),
    ...present(instantOf(health?.firstFailureAt), (failingSince) => ({ failingSince })),
    ...present(health, ({ consecutiveProbeFailures = 0 }) => ({ failures: consecutiveProbeFailures })),
    ...present(storageStats?.totalSizeBytes, (sizeBytes) => ({ sizeBytes })),
    ...present(storageStats?.snapshotCount, (snapshots) => ({ snapshots })),
    ...present(maintained, ({ status: word }) => ({ isMaintained: word === 'True' })),
  }
}

/** A repository that is only told of, and goes on being used, has none. */
const outageOf = ({ status }: AnyRepository): OutageReason | undefined => {
  const reachable = findCondition(status?.conditions, 'BackendReachable')
  return reachable?.status !== 'False' || status?.phase === 'Ready' ? undefined : reasonOf(reachable.reason)
}

const reasonOf = (reason: string): OutageReason => {
  switch (reason) {
    case 'BackendUnreachable':
      return 'unreachable'
    case 'RepositoryVanished':
      return 'vanished'
    case 'ProbeDeadlineExceeded':
      return 'timed_out'
    default:
      return 'other'
  }
}
