import * as t from 'io-ts'
import { objectMeta } from '../../api/kubernetes/object'
import { SNAPSHOT_API } from '../core/kube'

const quantity = t.union([t.string, t.number])
const storage = t.partial({ storage: quantity })

/** The part of a volume claim on which a copy of it depends. */
export const claim = t.intersection([
  t.type({
    apiVersion: t.string,
    kind: t.string,
    metadata: objectMeta,
    spec: t.partial({
      accessModes: t.array(t.string),
      storageClassName: t.string,
      volumeMode: t.string,
      volumeName: t.string,
      resources: t.partial({ requests: storage }),
    }),
  }),
  t.partial({ status: t.partial({ phase: t.string, capacity: storage }) }),
])
export type Claim = t.TypeOf<typeof claim>

export const volumeSnapshot = t.intersection([
  t.type({ apiVersion: t.string, kind: t.string, metadata: objectMeta }),
  t.partial({
    status: t.partial({
      readyToUse: t.boolean,
      restoreSize: quantity,
      error: t.partial({ message: t.string }),
    }),
  }),
])
export type VolumeSnapshot = t.TypeOf<typeof volumeSnapshot>

export const volume = t.type({
  metadata: objectMeta,
  spec: t.partial({
    csi: t.type({ driver: t.string }),
    claimRef: t.partial({ uid: t.string }),
    persistentVolumeReclaimPolicy: t.string,
  }),
})
export type Volume = t.TypeOf<typeof volume>

export const storageClass = t.intersection([
  t.type({ metadata: objectMeta, provisioner: t.string }),
  t.partial({ volumeBindingMode: t.string }),
])
export type StorageClass = t.TypeOf<typeof storageClass>

export const snapshotClass = t.type({ metadata: objectMeta, driver: t.string })
export type SnapshotClass = t.TypeOf<typeof snapshotClass>

export const storageClassRef = (name: string) => ({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', name })
export const snapshotClassRef = (name: string) => ({ apiVersion: SNAPSHOT_API, kind: 'VolumeSnapshotClass', name })
