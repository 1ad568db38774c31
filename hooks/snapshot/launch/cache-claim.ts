import { kubeObject, type KubeObject, type OwnerReference } from '../../../api/kubernetes/object'
import { claimRef } from '../../core/kube'
import { cacheClaimAt, cacheStanding, cacheTakenMessage } from '../../core/mover-job'
import { repositoryKey, shortHash } from '../../core/names'
import { chain, end, go, readStep, type Step } from '../../core/step'
import type { Effect } from '../../effect'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn, waitFor } from '../waiting'
import { moverLayers } from './layers'
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
    const cache = cacheStanding(wanted, read, scene.refusals)
    switch (cache._tag) {
      case 'There':
        return go({ claim: name, effects: [] })
      case 'Taken':
        return go({ effects: [taken(scene, name)] })
      case 'ToMake':
        return end(making(cache.claim))
      case 'Refused':
        return end(blockedOn({ reason: 'CacheClaimRefused', message: cache.message, action: 'MakeRoomForCache' }))
    }
  })
}

const making = (claim: KubeObject): Move => {
  const message = `Claim ${claim.metadata.name} for the cache of the mover is being made.`
  return { ...waitFor({ reason: 'CreatingCacheClaim', message }, 1), effects: [{ _tag: 'CreateClaim', claim }] }
}

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
  message: cacheTakenMessage(name, 'policy'),
  occasion: name,
})
