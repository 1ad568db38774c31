import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import type { KubeObject } from '../../../api/kubernetes/object'
import { refOf } from '../../api/kind-definition'
import type { Store } from '../../api/store'
import type { Blocked } from '../jobs/pod-environment'

/** Marks volumes whose folders were made here, and may be removed with their claim. */
const PROVISIONER_ANNOTATION = 'pv.kubernetes.io/provisioned-by'
const PROVISIONER = 'kopiur.home-operations.com/local'
const VOLUME_PREFIX = 'pvc-'

export interface ClaimBinder {
  /** Binds every claim that can be bound, releases the volumes of claims that are gone. */
  readonly visitAll: () => void
  /** The folder behind a bound claim. */
  readonly claimFolder: (claim: KubeObject) => E.Either<Blocked, string>
}

/**
 * Volumes as folders. A claim that names a hostPath or local volume is that folder; any other gets a folder of its own
 * below `root`, by its UID. Folders of users are never made and never removed.
 */
export const claimBinder = (store: Store, root: string): ClaimBinder => ({
  visitAll: () => {
    claimsOf(store).forEach((claim) => {
      if (claim.metadata.deletionTimestamp === undefined && phase(claim) !== 'Bound') bind(store, root, claim)
    })
    volumesOf(store).forEach((volume) => release(store, root, volume))
  },
  claimFolder: (claim) => {
    const name = specOf(claim).volumeName
    const volume = name === undefined ? undefined : volumeNamed(store, name)
    if (volume === undefined || phase(claim) !== 'Bound')
      return E.left(`persistentvolumeclaim "${claim.metadata.name}" is not bound`)
    const folder = folderOf(volume)
    if (folder === undefined)
      return E.left(`persistentvolume "${volume.metadata.name}" is no folder: only hostPath and local volumes are`)
    return existsSync(folder)
      ? E.right(folder)
      : E.left(`folder ${folder} of persistentvolume "${volume.metadata.name}" does not exist`)
  },
})

const claimSpec = t.partial({
  volumeName: t.string,
  accessModes: t.array(t.string),
  resources: t.partial({ requests: t.record(t.string, t.union([t.string, t.number])) }),
  storageClassName: t.string,
  volumeMode: t.string,
  dataSourceRef: t.UnknownRecord,
})
const volumeSpec = t.partial({
  hostPath: t.type({ path: t.string }),
  local: t.type({ path: t.string }),
  capacity: t.record(t.string, t.union([t.string, t.number])),
  claimRef: t.partial({ namespace: t.string, name: t.string, uid: t.string }),
  persistentVolumeReclaimPolicy: t.string,
})

const specOf = (claim: KubeObject): t.TypeOf<typeof claimSpec> => (claimSpec.is(claim['spec']) ? claim['spec'] : {})
const volumeSpecOf = (volume: KubeObject): t.TypeOf<typeof volumeSpec> =>
  volumeSpec.is(volume['spec']) ? volume['spec'] : {}

const folderOf = (volume: KubeObject): string | undefined =>
  volumeSpecOf(volume).hostPath?.path ?? volumeSpecOf(volume).local?.path

const phase = ({ status }: KubeObject): unknown =>
  typeof status === 'object' && status !== null && 'phase' in status ? status.phase : undefined

const bind = (store: Store, root: string, claim: KubeObject): void => {
  const volume = volumeFor(store, root, claim)
  if (volume === undefined || !isFreeFor(volume, claim)) return
  const { uid, name, namespace } = claim.metadata
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace: namespace ?? '', uid: uid ?? '' }
  const held = store.patch(refOf(volume), { type: 'merge', body: { spec: { claimRef } } })
  if (E.isLeft(held)) return
  writeStatus(store, held.right, { phase: 'Bound' })
  const named = store.patch(refOf(claim), { type: 'merge', body: { spec: { volumeName: volume.metadata.name } } })
  if (E.isLeft(named)) return
  const { accessModes = [] } = specOf(claim)
  writeStatus(store, named.right, { phase: 'Bound', accessModes, capacity: volumeSpecOf(volume).capacity ?? {} })
}

/** One that names a source is not given an empty volume: it waits for the one that is filled for it. */
const volumeFor = (store: Store, root: string, claim: KubeObject): KubeObject | undefined => {
  const { volumeName, dataSourceRef } = specOf(claim)
  if (volumeName !== undefined && volumeName !== '') return volumeNamed(store, volumeName)
  return dataSourceRef === undefined
    ? provisioned(store, root, claim)
    : volumesOf(store).find((volume) => volumeSpecOf(volume).claimRef?.uid === claim.metadata.uid)
}

/** Named by the claim's UID, so that doing it again after a crash finds what was made. */
const provisioned = (store: Store, root: string, claim: KubeObject): KubeObject | undefined => {
  const name = `${VOLUME_PREFIX}${claim.metadata.uid}`
  const existing = volumeNamed(store, name)
  if (existing !== undefined) return existing
  const folder = join(root, claim.metadata.uid ?? '')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const { accessModes = [], resources, storageClassName } = specOf(claim)
  const created = store.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, annotations: { [PROVISIONER_ANNOTATION]: PROVISIONER } },
    spec: {
      accessModes,
      capacity: { storage: resources?.requests?.['storage'] ?? '1Gi' },
      hostPath: { path: folder, type: 'Directory' },
      persistentVolumeReclaimPolicy: 'Delete',
      ...(storageClassName === undefined ? {} : { storageClassName }),
    },
  })
  return E.isRight(created) ? created.right : undefined
}

/** Free, or reserved for this very claim; a reservation by name alone becomes one by UID. */
const isFreeFor = (volume: KubeObject, { metadata }: KubeObject): boolean => {
  const { claimRef } = volumeSpecOf(volume)
  if (claimRef === undefined) return true
  const sameName = claimRef.name === metadata.name && claimRef.namespace === metadata.namespace
  return sameName && (claimRef.uid === undefined || claimRef.uid === metadata.uid)
}

/** Once the claim is gone: a volume of ours that is to be deleted takes its folder along, every other one is kept. */
const release = (store: Store, root: string, volume: KubeObject): void => {
  const { claimRef, persistentVolumeReclaimPolicy } = volumeSpecOf(volume)
  if (claimRef?.uid === undefined || store.byUid(claimRef.uid) !== undefined) return
  // Of the claim it was made for, which need not be the one that had it last.
  const folder = join(root, volume.metadata.name.slice(VOLUME_PREFIX.length))
  const ours = volume.metadata.annotations?.[PROVISIONER_ANNOTATION] === PROVISIONER && folderOf(volume) === folder
  if (phase(volume) !== 'Released') writeStatus(store, volume, { phase: 'Released' })
  if (!ours || persistentVolumeReclaimPolicy !== 'Delete') return
  rmSync(folder, { recursive: true, force: true })
  store.remove(refOf(volume), { uid: volume.metadata.uid ?? '' })
}

const writeStatus = (store: Store, object: KubeObject, status: object): void => {
  store.updateStatus({ ...object, status })
}

const listed = (store: Store, kind: string): ReadonlyArray<KubeObject> => {
  const found = store.list({ apiVersion: 'v1', kind })
  return E.isRight(found) ? found.right.items : []
}
const claimsOf = (store: Store): ReadonlyArray<KubeObject> => listed(store, 'PersistentVolumeClaim')
const volumesOf = (store: Store): ReadonlyArray<KubeObject> => listed(store, 'PersistentVolume')

const volumeNamed = (store: Store, name: string): KubeObject | undefined => {
  const found = store.get({ apiVersion: 'v1', kind: 'PersistentVolume', name })
  return E.isRight(found) ? found.right : undefined
}
