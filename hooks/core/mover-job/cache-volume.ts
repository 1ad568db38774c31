import type { CacheSettings, MoverLayer, Opaque } from './mover-layer'

export const CACHE_MOUNT = '/var/cache/kopia'
const NAME = 'kopia-cache'

/** The cache settings of layers, lowest first, field by field. */
export const mergeCache = (layers: ReadonlyArray<MoverLayer>): CacheSettings =>
  layers.reduce<CacheSettings>((merged, { cache }) => ({ ...merged, ...cache }), {})

export const wantsCacheClaim = (cache: CacheSettings): boolean =>
  cache.mode === 'Persistent' && cache.capacity !== undefined

/** An emptyDir without a capacity, a claim of the pod with one, or a lasting claim when one is named. */
export const cacheVolume = (cache: CacheSettings, claim: string | undefined): Opaque => {
  const persistent = wantsCacheClaim(cache) && claim !== undefined
  return persistent
    ? { name: NAME, persistentVolumeClaim: { claimName: claim } }
    : cache.capacity === undefined
      ? { name: NAME, emptyDir: {} }
      : { name: NAME, ephemeral: { volumeClaimTemplate: { spec: claimSpec(cache, cache.capacity) } } }
}

export const cacheMount: Opaque = { name: NAME, mountPath: CACHE_MOUNT }

/** Spec of the lasting or the pod's own claim. */
export const claimSpec = (cache: CacheSettings, capacity: string): Opaque => ({
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: capacity } },
  ...(cache.storageClassName === undefined ? {} : { storageClassName: cache.storageClassName }),
})
