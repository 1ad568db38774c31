import { API_VERSION } from '../../../api/names/group'
import type { ObjectRef } from '../../../api/kubernetes/object'
import { getNeed, type Need } from '../../need'
import type { RepositoryRef } from '../names'

/** A reference as users write it. */
export interface WrittenRepositoryRef {
  readonly name: string
  readonly kind?: string
  readonly namespace?: string
}

/** Fills in the namespace of the object that holds the reference; a ClusterRepository has none. */
export const resolveRepositoryRef = (
  { kind, namespace, name }: WrittenRepositoryRef,
  ownNamespace: string,
): RepositoryRef =>
  kind === 'ClusterRepository' ? { kind, name } : { kind: 'Repository', namespace: namespace ?? ownNamespace, name }

export const repositoryObjectRef = (ref: RepositoryRef): ObjectRef => ({ apiVersion: API_VERSION, ...ref })

export const repositoryNeed = (ref: RepositoryRef): Need => getNeed(repositoryObjectRef(ref))

/** The reference as messages write it: `Repository db/main`, `ClusterRepository main`. */
export const describeRepository = (ref: RepositoryRef): string =>
  ref.kind === 'Repository' ? `${ref.kind} ${ref.namespace}/${ref.name}` : `${ref.kind} ${ref.name}`
