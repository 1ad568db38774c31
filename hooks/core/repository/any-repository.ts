import type { ClusterRepository } from '../../../api/kinds/cluster-repository'
import type { Repository } from '../../../api/kinds/repository'
import { clusterRepository } from '../../../api/kinds/cluster-repository'
import { repository } from '../../../api/kinds/repository'
import { readAs, type Read } from '../kube'
import type { RepositoryRef } from '../names'
import type { Reads } from '../../need'
import { repositoryNeed } from './repository-ref'

/** Both kinds of repository: what a consumer asks of them is the same. */
export type AnyRepository = Repository | ClusterRepository

/** The repository of a reference as it was read. */
export const readRepository = (reads: Reads, ref: RepositoryRef): Read<AnyRepository> =>
  ref.kind === 'Repository'
    ? readAs(repository)(reads, repositoryNeed(ref))
    : readAs(clusterRepository)(reads, repositoryNeed(ref))

/** Consumers wait for everything else, an unknown phase too. */
export const isReady = ({ status }: AnyRepository): boolean => status?.phase === 'Ready'

export const isReadOnly = ({ spec }: AnyRepository): boolean => spec.mode === 'ReadOnly'
