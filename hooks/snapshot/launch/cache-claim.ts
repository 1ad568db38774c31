import { kubeObject, type KubeObject, type OwnerReference } from '../../../api/kubernetes/object'
import { claimRefusal } from '../../core/kube'
import { cacheClaimAt, isCacheClaimOf } from '../../core/mover-job'
import { repositoryKey, shortHash } from '../../core/names'
import { chain, end, go, readStep, type Step } from '../../core/step'
import type { Effect } from '../../effect'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, waitFor } from '../waiting'
import { moverLayers } from './layers'
import type { PolicyPlace } from './policy-of'
import type { RepositoryPlace } from './repository-of'
import { claimRef } from './source-claim'

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

/** The claim that the mover keeps its cache in; without one the cache ends with its pod, and the effects say why. */
export interface LastingCache {
  readonly claim?: string
  readonly effects: ReadonlyArray<Effect>
}

/**
 * The claim of a Persistent cache; it outlives runs, and goes with the policy where both share a namespace. It is made, and
 * looked for again before anything mounts it: kopia must never share a cache, nor write into somebody's data. Whatever else
 * has that name is left alone, and no backup waits for it.
 */
export const lastingCache = (
  scene: Scene,
  policy: PolicyPlace,
  repository: RepositoryPlace,
): Step<LastingCache, Move> => {
  const { namespace } = scene
  const owner = policy.namespace === namespace ? ownerOf(policy) : undefined
  const name = cacheClaimName(policy, repository)
  const layers = moverLayers(scene.snapshot, policy, repository).map(({ layer }) => layer)
  const wanted = cacheClaimAt({ name, namespace, owners: owner === undefined ? [] : [owner] }, layers)
  if (wanted === undefined) return go({ effects: [] })
  return chain(readStep(kubeObject, scene.reads, claimRef(namespace, name)), (read): Step<LastingCache, Move> => {
    switch (read._tag) {
      case 'Found':
        return go(
          isCacheClaimOf(owner, read.value.metadata) ? { claim: name, effects: [] } : { effects: [taken(scene, name)] },
        )
      case 'Unreadable':
        return go({ effects: [taken(scene, name)] })
      case 'Missing':
        return end(making(scene, wanted))
      case 'Forbidden':
        return end(refused(`Claim ${name} for the cache may not be read: ${read.message}`))
    }
  })
}

const making = ({ refusals }: Scene, claim: KubeObject): Move => {
  const { name } = claim.metadata
  const refusal = claimRefusal(name, refusals)
  if (refusal !== undefined)
    return refused(
      `The API server refused claim ${name} for the cache: ${refusal.message}. Make room for it, or give mover.cache another capacity.`,
    )
  const message = `Claim ${name} for the cache of the mover is being made.`
  return { ...waitFor({ reason: 'CreatingCacheClaim', message }, 1), effects: [{ _tag: 'CreateClaim', claim }] }
}

const refused = (message: string): Move =>
  blockedOn({ reason: 'CacheClaimRefused', message, action: 'MakeRoomForCache' })

const ownerOf = ({ policy: { apiVersion, kind, metadata } }: PolicyPlace): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid ?? '',
})

const taken = ({ snapshot, namespace, uid }: Scene, name: string): Effect => ({
  _tag: 'EmitEvent',
  regarding: { apiVersion: snapshot.apiVersion, kind: snapshot.kind, namespace, name: snapshot.metadata.name, uid },
  type: 'Warning',
  reason: 'CacheClaimTaken',
  action: 'RenameClaim',
  message: `Claim ${name} is not the cache of this policy and is left alone; the mover has a cache that ends with its pod.`,
  occasion: name,
})
