import type { KubeObject } from '../../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { claimSpec, mergeCache, wantsCacheClaim, type NamedLayer } from '../../core/mover-job'
import { repositoryKey, shortHash } from '../../core/names'
import type { PolicyPlace } from './policy-of'
import type { RepositoryPlace } from './repository-of'

const LIMIT = 63
const PREFIX = 'kopiur-cache-'

/** Name of the lasting cache of a policy, one for each of its repositories. */
export const cacheClaimName = ({ policy }: Pick<PolicyPlace, 'policy'>, { ref }: RepositoryPlace): string => {
  const { name } = policy.metadata
  if (!('repositories' in policy.spec) || policy.spec.repositories === undefined) return `${PREFIX}${name}`
  const hash = shortHash(repositoryKey(ref)).slice(0, 6)
  const room = LIMIT - PREFIX.length - hash.length - 2
  const fits = name.length + ref.name.length <= room
  const repository = fits ? ref.name : clip(ref.name, Math.floor(room / 3))
  return `${PREFIX}${clip(name, room - repository.length)}-${repository}-${hash}`
}

const clip = (text: string, length: number): string => text.slice(0, length).replace(/^-+|-+$/g, '')

/** The claim of a Persistent cache; it outlives runs, and goes with the policy where both share a namespace. */
export const cacheClaim = (
  namespace: string,
  layers: ReadonlyArray<NamedLayer>,
  policy: PolicyPlace,
  repository: RepositoryPlace,
): KubeObject | undefined => {
  const cache = mergeCache(layers.map(({ layer }) => layer))
  if (!wantsCacheClaim(cache) || cache.capacity === undefined) return undefined
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: cacheClaimName(policy, repository),
      namespace,
      labels: { [Label.managedBy]: MANAGED_BY, [Label.component]: 'mover-cache' },
      ...(policy.namespace === namespace ? { ownerReferences: ownerOf(policy) } : {}),
    },
    spec: claimSpec(cache, cache.capacity),
  }
}

const ownerOf = ({ policy: { apiVersion, kind, metadata } }: PolicyPlace) =>
  metadata.uid === undefined ? [] : [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }]
