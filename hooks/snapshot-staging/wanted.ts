import * as O from 'fp-ts/Option'
import { quantityValue } from '../../api/grammar'
import type { KubeObject } from '../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../api/names/labels'
import { SNAPSHOT_API } from '../core/kube'
import { stageMarks, stageNames } from '../core/snapshot-run'
import type { VolumeSnapshot } from './objects'
import type { Recipe } from './recipe'
import type { Scene } from './scene'
import type { Origin } from './source'

interface Named {
  readonly name: string
  readonly component: 'staged-source' | 'staged-source-snapshot'
}

const metadata = ({ namespace, uid }: Scene, { source }: Recipe, { name, component }: Named) => ({
  name,
  namespace,
  labels: { [Label.managedBy]: MANAGED_BY, [Label.volumeComponent]: component },
  annotations: stageMarks(uid, source),
})

export const wantedSnapshot = (scene: Scene, recipe: Recipe, className: string): KubeObject => ({
  apiVersion: SNAPSHOT_API,
  kind: 'VolumeSnapshot',
  metadata: metadata(scene, recipe, {
    name: stageNames(scene.snapshot).volumeSnapshot,
    component: 'staged-source-snapshot',
  }),
  spec: { volumeSnapshotClassName: className, source: { persistentVolumeClaimName: recipe.source } },
})

/** A claim like the source, made from a snapshot of it or, without one, from the source itself. */
export const wantedClaim = (
  scene: Scene,
  recipe: Recipe,
  { claim, className }: Origin,
  snapshot?: VolumeSnapshot,
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: metadata(scene, recipe, { name: stageNames(scene.snapshot).claim, component: 'staged-source' }),
  spec: {
    accessModes: recipe.spec.staging?.accessModes ?? claim.spec.accessModes ?? ['ReadWriteOnce'],
    storageClassName: className,
    volumeMode: claim.spec.volumeMode ?? 'Filesystem',
    resources: {
      requests: {
        storage: largest([
          claim.spec.resources?.requests?.storage,
          claim.status?.capacity?.storage,
          snapshot?.status?.restoreSize,
        ]),
      },
    },
    dataSource:
      snapshot === undefined
        ? { kind: 'PersistentVolumeClaim', name: recipe.source }
        : { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: snapshot.metadata.name },
  },
})

/** The first of those that no other exceeds, as it is written. */
const largest = (quantities: ReadonlyArray<string | number | undefined>): string => {
  const sizes = quantities.flatMap((written) => {
    const bytes = written === undefined ? O.none : quantityValue(written)
    return O.isSome(bytes) ? [{ written: String(written), bytes: bytes.value }] : []
  })
  return sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most), { written: '1Gi', bytes: 0 }).written
}
