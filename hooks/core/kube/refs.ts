import type { ObjectRef } from '../../../api/kubernetes/object'

export const claimRef = (namespace: string, name: string): ObjectRef => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace,
  name,
})

export const volumeRef = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'PersistentVolume', name })

export const SNAPSHOT_API = 'snapshot.storage.k8s.io/v1'

export const volumeSnapshotRef = (namespace: string, name: string): ObjectRef => ({
  apiVersion: SNAPSHOT_API,
  kind: 'VolumeSnapshot',
  namespace,
  name,
})
