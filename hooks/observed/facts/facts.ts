import type * as t from 'io-ts'
import { clusterRepository } from '../../../api/kinds/cluster-repository'
import { maintenance } from '../../../api/kinds/maintenance'
import { repository } from '../../../api/kinds/repository'
import { restore } from '../../../api/kinds/restore'
import { snapshot } from '../../../api/kinds/snapshot'
import { snapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { KubeObject } from '../../../api/kubernetes/object'
import { maintenanceFacts, type MaintenanceFacts } from './maintenance-facts'
import { policyFacts, type PolicyFacts } from './policy-facts'
import { repositoryFacts, type RepositoryFacts } from './repository-facts'
import { restoreFacts, type RestoreFacts } from './restore-facts'
import { snapshotFacts, type SnapshotFacts } from './snapshot-facts'

/** The kinds that metrics tell of. */
export const OBSERVED_KINDS = [
  'Snapshot',
  'SnapshotPolicy',
  'Repository',
  'ClusterRepository',
  'Restore',
  'Maintenance',
] as const
export type ObservedKind = (typeof OBSERVED_KINDS)[number]

/** An object that does not have the shape of its kind; it is counted and otherwise passed over. */
export interface Unreadable {
  readonly _tag: 'Unreadable'
  readonly kind: ObservedKind
}

export type Facts = SnapshotFacts | PolicyFacts | RepositoryFacts | RestoreFacts | MaintenanceFacts | Unreadable

export const factsOf = (kind: ObservedKind, object: KubeObject): Facts => {
  switch (kind) {
    case 'Snapshot':
      return read(kind, snapshot, snapshotFacts)(object)
    case 'SnapshotPolicy':
      return read(kind, snapshotPolicy, policyFacts)(object)
    case 'Repository':
      return read(kind, repository, repositoryFacts)(object)
    case 'ClusterRepository':
      return read(kind, clusterRepository, repositoryFacts)(object)
    case 'Restore':
      return read(kind, restore, restoreFacts)(object)
    case 'Maintenance':
      return read(kind, maintenance, maintenanceFacts)(object)
  }
}

const read =
  <A, F extends Facts>(kind: ObservedKind, codec: t.Decoder<unknown, A>, facts: (object: A) => F) =>
  (object: KubeObject): F | Unreadable => {
    const decoded = codec.decode(object)
    return decoded._tag === 'Right' ? facts(decoded.right) : { _tag: 'Unreadable', kind }
  }
