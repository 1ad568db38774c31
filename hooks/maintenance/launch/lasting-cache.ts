import { kubeObject, type KubeObject, type OwnerReference } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { claimRefusal, readAs } from '../../core/kube'
import { cacheClaimAt, isCacheClaimOf } from '../../core/mover-job'
import { capName } from '../../core/names'
import type { AnyRepository } from '../../core/repository'
import { getNeed, type Need } from '../../need'
import type { Scene } from '../scene'
import { moverLayers } from './mover-layers'

/** What the mover keeps its cache in. */
export type LastingCache =
  | UsableCache
  | { readonly _tag: 'NotRead' }
  /** It is made, and looked for again before anything mounts it: somebody else may have been faster. */
  | { readonly _tag: 'ToMake'; readonly claim: KubeObject }
  | { readonly _tag: 'Refused'; readonly message: string }

/** Unless it is there, the cache ends with the pod. */
export type UsableCache =
  | { readonly _tag: 'There'; readonly claim: string }
  | { readonly _tag: 'NotAsked' }
  /** Something else has that name, and kopia must not write into somebody's data. */
  | { readonly _tag: 'Taken'; readonly claim: string }

export const lastingCacheNeeds = (scene: Scene, repository: AnyRepository): ReadonlyArray<Need> => {
  const claim = wantedClaim(scene, repository)
  return claim === undefined ? [] : [claimNeed(claim)]
}

export const lastingCache = (scene: Scene, repository: AnyRepository): LastingCache => {
  const wanted = wantedClaim(scene, repository)
  return wanted === undefined ? { _tag: 'NotAsked' } : found(scene, wanted)
}

const found = (scene: Scene, wanted: KubeObject): LastingCache => {
  const { name } = wanted.metadata
  const read = readAs(kubeObject)(scene.reads, claimNeed(wanted))
  switch (read._tag) {
    case 'NotRead':
      return read
    case 'Missing':
      return making(scene, wanted)
    case 'Forbidden':
      return { _tag: 'Refused', message: `Claim ${name} for the cache may not be read: ${read.message}` }
    case 'Unreadable':
      return { _tag: 'Taken', claim: name }
    case 'Found':
      return { _tag: isCacheClaimOf(ownerOf(scene), read.value.metadata) ? 'There' : 'Taken', claim: name }
  }
}

const making = ({ refusals }: Scene, claim: KubeObject): LastingCache => {
  const { name } = claim.metadata
  const refused = claimRefusal(name, refusals)
  return refused === undefined
    ? { _tag: 'ToMake', claim }
    : {
        _tag: 'Refused',
        message: `The API server refused claim ${name} for the cache: ${refused.message}. Make room for it, or give mover.cache another capacity.`,
      }
}

/** It goes with its Maintenance. */
const wantedClaim = (scene: Scene, repository: AnyRepository): KubeObject | undefined =>
  cacheClaimAt(
    {
      name: capName(`kopiur-cache-${scene.maintenance.metadata.name}`),
      namespace: scene.namespace,
      owners: [ownerOf(scene)],
    },
    moverLayers(scene, repository).map(({ layer }) => layer),
  )

const ownerOf = ({ maintenance: { metadata } }: Scene): OwnerReference => ({
  apiVersion: API_VERSION,
  kind: 'Maintenance',
  name: metadata.name,
  uid: metadata.uid ?? '',
})

const claimNeed = ({ apiVersion, kind, metadata: { name, namespace = '' } }: KubeObject): Need =>
  getNeed({ apiVersion, kind, namespace, name })
