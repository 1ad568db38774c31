import * as t from 'io-ts'
import { objectMeta, type KubeObject, type OwnerReference } from '../../../api/kubernetes/object'
import { cacheClaimAt, isCacheClaim } from '../../core/mover-job'
import { repositoryKey, shortHash } from '../../core/names'
import { chain, go, readStep, type Step } from '../../core/step'
import type { Effect } from '../../effect'
import type { Scene } from '../scene'
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

/** The claim of a Persistent cache, and what is told where another has its name. */
export interface LastingCache {
  readonly claim?: KubeObject
  readonly effects: ReadonlyArray<Effect>
}

/**
 * The claim of a Persistent cache; it outlives runs, and goes with the policy where both share a namespace. kopia must never
 * share a cache, nor write into somebody's data: whatever else has that name is left alone, and no backup waits for it.
 */
export const lastingCache = (
  scene: Scene,
  policy: PolicyPlace,
  repository: RepositoryPlace,
): Step<LastingCache, never> => {
  const { namespace } = scene
  const owners = policy.namespace === namespace ? ownerOf(policy) : []
  const name = cacheClaimName(policy, repository)
  const layers = moverLayers(scene.snapshot, policy, repository).map(({ layer }) => layer)
  const claim = cacheClaimAt({ name, namespace, owners }, layers)
  if (claim === undefined) return go({ effects: [] })
  return chain(readStep(anyClaim, scene.reads, claimRef(namespace, name)), (read) =>
    go(
      read._tag === 'Found' && !isOf(owners, read.value)
        ? { effects: [taken(scene, name)] }
        : { claim, effects: [{ _tag: 'CreateClaim', claim }] },
    ),
  )
}

const anyClaim = t.type({ metadata: objectMeta })

const isOf = (owners: ReadonlyArray<OwnerReference>, { metadata }: t.TypeOf<typeof anyClaim>): boolean =>
  metadata.deletionTimestamp === undefined &&
  isCacheClaim(metadata) &&
  (metadata.ownerReferences ?? []).every(({ uid }) => owners.some((owner) => owner.uid === uid))

const ownerOf = ({ policy: { apiVersion, kind, metadata } }: PolicyPlace): ReadonlyArray<OwnerReference> =>
  metadata.uid === undefined ? [] : [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }]

const taken = ({ snapshot, namespace, uid }: Scene, name: string): Effect => ({
  _tag: 'EmitEvent',
  regarding: { apiVersion: snapshot.apiVersion, kind: snapshot.kind, namespace, name: snapshot.metadata.name, uid },
  type: 'Warning',
  reason: 'CacheClaimTaken',
  action: 'RenameClaim',
  message: `Claim ${name} is not the cache of this policy and is left alone; the mover has a cache that ends with its pod.`,
  occasion: name,
})
