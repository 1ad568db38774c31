import { kubeObject, type KubeObject, type OwnerReference } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { readAs } from '../../core/kube'
import { cacheClaimAt, cacheStanding, type CacheStanding } from '../../core/mover-job'
import { capName } from '../../core/names'
import type { AnyRepository } from '../../core/repository'
import { getNeed, type Need } from '../../need'
import type { Scene } from '../scene'
import { moverLayers } from './mover-layers'

/** What the mover keeps its cache in. */
export type LastingCache = { readonly _tag: 'NotAsked' } | { readonly _tag: 'NotRead' } | CacheStanding

/** Unless it is there, the cache ends with the pod. */
export type UsableCache = Extract<LastingCache, { readonly _tag: 'NotAsked' | 'There' | 'Taken' }>

export const lastingCacheNeeds = (scene: Scene, repository: AnyRepository): ReadonlyArray<Need> => {
  const claim = wantedClaim(scene, repository)
  return claim === undefined ? [] : [claimNeed(claim)]
}

export const lastingCache = (scene: Scene, repository: AnyRepository): LastingCache => {
  const wanted = wantedClaim(scene, repository)
  if (wanted === undefined) return { _tag: 'NotAsked' }
  const read = readAs(kubeObject)(scene.reads, claimNeed(wanted))
  return read._tag === 'NotRead' ? read : cacheStanding(wanted, read, scene.refusals)
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
