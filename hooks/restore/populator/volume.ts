import * as t from 'io-ts'
import { objectMeta } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { volumeRef } from '../../core/kube'
import { getNeed, type Need } from '../../need'

/** The part of a PersistentVolume that a hand-over looks at. */
export const persistentVolume = t.intersection([
  t.type({ metadata: objectMeta }),
  t.partial({
    spec: t.partial({
      claimRef: t.partial({ uid: t.string, name: t.string, namespace: t.string }),
      persistentVolumeReclaimPolicy: t.string,
    }),
  }),
])
export type Volume = t.TypeOf<typeof persistentVolume>

export const volumeNeed = (name: string): Need => getNeed(volumeRef(name))

export const belongsTo = ({ spec }: Volume, claimUid: string): boolean => spec?.claimRef?.uid === claimUid

/** We have handed it over, and its reclaim policy is still to be put back. */
export const isInHandOver = ({ metadata }: Volume): boolean =>
  metadata.annotations?.[Annotation.originalReclaimPolicy] !== undefined

export const originalPolicy = ({ metadata }: Volume): 'Retain' | 'Delete' =>
  metadata.annotations?.[Annotation.originalReclaimPolicy] === 'Retain' ? 'Retain' : 'Delete'
