import type { KubeObject, ObjectMeta, OwnerReference } from '../../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { claimSpec, mergeCache, wantsCacheClaim } from './cache-volume'
import type { MoverLayer } from './mover-layer'

const COMPONENT = 'mover-cache'

/** A name of 63 characters at most, and who takes the claim along when he goes. */
export interface CacheClaimPlace {
  readonly name: string
  readonly namespace: string
  readonly owners: ReadonlyArray<OwnerReference>
}

/** The claim of a Persistent cache; nothing where the layers, lowest first, ask for none. */
export const cacheClaimAt = (
  { name, namespace, owners }: CacheClaimPlace,
  layers: ReadonlyArray<MoverLayer>,
): KubeObject | undefined => {
  const cache = mergeCache(layers)
  if (!wantsCacheClaim(cache) || cache.capacity === undefined) return undefined
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      namespace,
      labels: { [Label.managedBy]: MANAGED_BY, [Label.volumeComponent]: COMPONENT },
      ...(owners.length === 0 ? {} : { ownerReferences: [...owners] }),
    },
    spec: claimSpec(cache, cache.capacity),
  }
}

/** Claims made before the label had the prefix of this API carry the common one; they serve on. */
const KEYS = [Label.volumeComponent, Label.component]

/** Whether a claim was made for the cache of some mover: nobody's data lies in it, and it goes with its owner. */
export const isCacheClaim = ({ labels = {} }: Pick<ObjectMeta, 'labels'>): boolean =>
  labels[Label.managedBy] === MANAGED_BY && KEYS.some((key) => labels[key] === COMPONENT)

/**
 * Whether it is there for the movers of this owner; another's or a dying one must not be mounted. An owner of another namespace
 * cannot be named: its claim has none.
 */
export const isCacheClaimOf = (owner: OwnerReference | undefined, metadata: ObjectMeta): boolean => {
  const { deletionTimestamp, ownerReferences = [] } = metadata
  if (deletionTimestamp !== undefined || !isCacheClaim(metadata)) return false
  return owner === undefined ? ownerReferences.length === 0 : ownerReferences.some(({ uid }) => uid === owner.uid)
}
