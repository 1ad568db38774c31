import { isRight } from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { GROUP } from '../../../api/names/group'
import { refOf } from '../../../embedded/api/kind-definition'
import type { Store } from '../../../embedded/api/store'
import type { Clock } from '../../../embedded/clock/clock'

interface ClaimSpec {
  readonly volumeName?: string
  readonly dataSource?: object
  readonly dataSourceRef?: { readonly apiGroup?: string }
}

interface VolumeSpec {
  readonly claimRef?: { readonly uid?: string; readonly name: string; readonly namespace: string }
  readonly persistentVolumeReclaimPolicy?: string
}

const MILLISECONDS = 700

/** Provisioner and binder: gives claims volumes, follows a volume that was pointed elsewhere, and reclaims. */
export const startVolumes = (store: Store, clock: Clock): (() => void) =>
  store.listen(({ type, object }) => {
    const soon = (act: () => void): void => void clock.schedule(clock.now() + MILLISECONDS, act)
    if (object.kind === 'PersistentVolumeClaim' && type === 'ADDED') soon(() => provision(store, object))
    if (object.kind === 'PersistentVolumeClaim' && type === 'DELETED') soon(() => reclaim(store, object))
    if (object.kind === 'PersistentVolume' && type === 'MODIFIED') soon(() => bindTo(store, object))
  })

const specOf = ({ spec }: KubeObject): ClaimSpec & VolumeSpec => (spec ?? {}) as ClaimSpec & VolumeSpec

const current = (store: Store, object: KubeObject): KubeObject | undefined => {
  const found = store.get(refOf(object))
  return isRight(found) && found.right.metadata.uid === object.metadata.uid ? found.right : undefined
}

/** A claim with a foreign data source is left to whoever fills it. */
const provision = (store: Store, created: KubeObject): void => {
  const claim = current(store, created)
  if (claim === undefined) return
  const { volumeName, dataSource, dataSourceRef } = specOf(claim)
  if (volumeName !== undefined || dataSourceRef?.apiGroup === GROUP) return
  const name = `pv-${claim.metadata.uid}`
  store.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      // Copies are made with a class that keeps its volumes, to see that they go all the same.
      persistentVolumeReclaimPolicy: dataSource === undefined ? 'Delete' : 'Retain',
      claimRef: { ...refOf(claim), uid: claim.metadata.uid ?? '' },
    },
  })
  bind(store, claim, name)
}

const bind = (store: Store, claim: KubeObject, volumeName: string): void => {
  store.patch(refOf(claim), { type: 'merge', body: { spec: { volumeName } } })
  store.patch(refOf(claim), { type: 'merge', subresource: 'status', body: { status: { phase: 'Bound' } } })
}

const bindTo = (store: Store, changed: KubeObject): void => {
  const volume = current(store, changed)
  const claimRef = volume === undefined ? undefined : specOf(volume).claimRef
  if (claimRef === undefined) return
  const found = store.get({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...pick(claimRef) })
  if (!isRight(found) || found.right.metadata.uid !== claimRef.uid) return
  if (specOf(found.right).volumeName === undefined) bind(store, found.right, changed.metadata.name)
}

const pick = ({ namespace, name }: { readonly namespace: string; readonly name: string }) => ({ namespace, name })

/** A volume whose own claim went is deleted, unless it is to be retained. */
const reclaim = (store: Store, gone: KubeObject): void => {
  const { volumeName } = specOf(gone)
  if (volumeName === undefined) return
  const found = store.get({ apiVersion: 'v1', kind: 'PersistentVolume', name: volumeName })
  if (!isRight(found)) return
  const { claimRef, persistentVolumeReclaimPolicy } = specOf(found.right)
  if (claimRef?.uid === gone.metadata.uid && persistentVolumeReclaimPolicy === 'Delete')
    store.remove(refOf(found.right))
}
