/** The nine kinds of this API, by name. */
import { clusterRepositoryDefinition } from './cluster-repository'
import { maintenanceDefinition } from './maintenance'
import { repositoryDefinition } from './repository'
import { repositoryReplicationDefinition } from './repository-replication'
import { restoreDefinition } from './restore'
import { snapshotDefinition } from './snapshot'
import { snapshotPolicyDefinition } from './snapshot-policy'
import { snapshotReplicationDefinition } from './snapshot-replication'
import { snapshotScheduleDefinition } from './snapshot-schedule'

export { type Kind, type PrintColumn } from './kind'

export const kinds = {
  Repository: repositoryDefinition,
  ClusterRepository: clusterRepositoryDefinition,
  SnapshotPolicy: snapshotPolicyDefinition,
  Snapshot: snapshotDefinition,
  SnapshotSchedule: snapshotScheduleDefinition,
  Restore: restoreDefinition,
  Maintenance: maintenanceDefinition,
  RepositoryReplication: repositoryReplicationDefinition,
  SnapshotReplication: snapshotReplicationDefinition,
} as const

export type KindName = keyof typeof kinds

export const isKindName = (kind: string): kind is KindName => Object.hasOwn(kinds, kind)
