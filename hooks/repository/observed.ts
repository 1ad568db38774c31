import type { KubeObject } from '../../api/kubernetes/object'
import { readAs } from '../core/kube'
import type { RepositoryRef } from '../core/names'
import { homeNamespace, repositoryNeed, type AnyRepository } from '../core/repository'
import type { Circumstances } from '../hook'
import { managedMaintenance, type MaintenanceState } from './maintenance-child/managed-maintenance'
import { repositoryCodec, type RepositoryRequest } from './request'

/** The request arranged for deciding, with the repository as it is now rather than as a cache had it. */
export interface Observed {
  readonly ref: RepositoryRef
  readonly repository: AnyRepository
  /** Whether it was read just now. Nothing is created in a backend on the word of a cache. */
  readonly isLive: boolean
  /** Where its Jobs run. */
  readonly namespace: string
  readonly jobs: ReadonlyArray<KubeObject>
  readonly maintenance: MaintenanceState
  readonly related: RepositoryRequest['related']
}

export const refOf = ({ kind, metadata: { name, namespace = '' } }: AnyRepository): RepositoryRef =>
  kind === 'ClusterRepository' ? { kind, name } : { kind, namespace, name }

/** Nothing, when the repository of the request is not there any more. */
export const observe = (
  request: RepositoryRequest,
  { reads, settings }: Pick<Circumstances, 'reads' | 'settings'>,
): Observed | undefined => {
  const ref = refOf(request.repository)
  const read = readAs(repositoryCodec)(reads, repositoryNeed(ref))
  const isLive = read._tag === 'Found' && read.value.metadata.uid === request.repository.metadata.uid
  const repository = isLive ? read.value : request.repository
  return read._tag === 'Missing' || (read._tag === 'Found' && !isLive)
    ? undefined
    : {
        ref,
        repository,
        isLive,
        namespace: homeNamespace(ref, repository, settings),
        jobs: request.jobs,
        maintenance: managedMaintenance({
          ref,
          repository,
          settings,
          children: request.maintenances,
          all: request.related.maintenances,
        }),
        related: request.related,
      }
}
