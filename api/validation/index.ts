/** What a user may write: the rules of the nine kinds beyond their schemas, pure and complete in one answer. */
import type { KindName } from '../kinds'
import { clusterRepository } from '../kinds/cluster-repository'
import { maintenance } from '../kinds/maintenance'
import { repository } from '../kinds/repository'
import { repositoryReplication } from '../kinds/repository-replication'
import { restore } from '../kinds/restore'
import { snapshot } from '../kinds/snapshot'
import { snapshotPolicy } from '../kinds/snapshot-policy'
import { snapshotReplication } from '../kinds/snapshot-replication'
import { snapshotSchedule } from '../kinds/snapshot-schedule'
import { clusterRepositoryRules } from './cluster-repository'
import { maintenanceRules } from './maintenance'
import { repositoryRules } from './repository'
import { repositoryReplicationRules } from './repository-replication'
import { restoreRules } from './restore'
import { snapshotRules } from './snapshot'
import { snapshotPolicyRules } from './snapshot-policy'
import { snapshotReplicationRules } from './snapshot-replication'
import { snapshotScheduleRules } from './snapshot-schedule'
import { validator, type Validator } from './verdict'

export { NO_SURROUNDINGS, type Surroundings } from './kind-rules'
export type { Problem, Problems } from './problem'
export type { Verdict } from './verdict'

const validators: { readonly [kind in KindName]: Validator } = {
  Repository: validator('Repository', repository, repositoryRules),
  ClusterRepository: validator('ClusterRepository', clusterRepository, clusterRepositoryRules),
  SnapshotPolicy: validator('SnapshotPolicy', snapshotPolicy, snapshotPolicyRules),
  Snapshot: validator('Snapshot', snapshot, snapshotRules),
  SnapshotSchedule: validator('SnapshotSchedule', snapshotSchedule, snapshotScheduleRules),
  Restore: validator('Restore', restore, restoreRules),
  Maintenance: validator('Maintenance', maintenance, maintenanceRules),
  RepositoryReplication: validator('RepositoryReplication', repositoryReplication, repositoryReplicationRules),
  SnapshotReplication: validator('SnapshotReplication', snapshotReplication, snapshotReplicationRules),
}

/** All errors and warnings of an object at admission; with `old` of its change. */
export const validate = (kind: KindName): Validator['validate'] => validators[kind].validate

/** The shared rules alone, for stored objects: hooks turn them into the condition reason `InvalidSpec`. */
export const storedProblems = (kind: KindName): Validator['stored'] => validators[kind].stored
