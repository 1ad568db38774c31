import { clusterRepository } from '../../kinds/cluster-repository'
import { repository, type RepositorySpec } from '../../kinds/repository'
import type { RepositoryRef } from '../../kinds/shared/reference'
import type { Surroundings } from '../kind-rules'

/** The spec behind a reference, as far as it is known. */
export const repositorySpecOf = (
  ref: RepositoryRef,
  namespace: string,
  surroundings: Surroundings,
): Omit<RepositorySpec, 'server'> | undefined => {
  const decoded =
    ref.kind === 'ClusterRepository'
      ? clusterRepository.decode(surroundings.find({ kind: 'ClusterRepository', name: ref.name }))
      : repository.decode(
          surroundings.find({ kind: 'Repository', namespace: ref.namespace ?? namespace, name: ref.name }),
        )
  return decoded._tag === 'Right' ? decoded.right.spec : undefined
}
