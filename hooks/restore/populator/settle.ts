import * as E from 'fp-ts/Either'
import { claimRef } from '../../core/kube'
import type { ClaimRecord } from '../../../api/kinds/restore'
import { Annotation } from '../../../api/names/annotations'
import type { Effect } from '../../effect'
import { namespaceOf } from '../names'
import type { Step } from '../walk'
import type { Around } from './around'
import { SOON, type ClaimMove } from './claim-move'
import type { ClaimScene } from './claim-scene'
import { belongsTo, isInHandOver, originalPolicy } from './volume'

/** Tidies up behind a claim whose end is on record. A prime goes only when its volume was seen on the claim. */
export const settle = (scene: ClaimScene, record: ClaimRecord, around: Around): Step<ClaimMove> => {
  const effects = record.phase === 'Populated' ? tidying(scene, around) : []
  return E.right({
    claim: scene.claim.metadata.name,
    record,
    drop: scene.jobs.map(({ metadata }) => metadata.name),
    effects,
    ...(effects.length === 0 && scene.jobs.length === 0 ? {} : { againIn: SOON }),
  })
}

const tidying = ({ restore, uid }: ClaimScene, { volume, prime }: Around): ReadonlyArray<Effect> => {
  if (volume === undefined || !belongsTo(volume, uid)) return []
  const { name, uid: volumeUid = '', resourceVersion = '' } = volume.metadata
  return [
    ...(isInHandOver(volume)
      ? [
          {
            _tag: 'PatchVolume' as const,
            name,
            uid: volumeUid,
            resourceVersion,
            reclaimPolicy: originalPolicy(volume),
            annotations: { [Annotation.originalReclaimPolicy]: null },
          },
        ]
      : []),
    ...(prime === undefined || prime.metadata.deletionTimestamp !== undefined
      ? []
      : [
          {
            _tag: 'DeleteClaim' as const,
            ref: claimRef(namespaceOf(restore), prime.metadata.name),
            uid: prime.metadata.uid ?? '',
            resourceVersion: prime.metadata.resourceVersion ?? '',
          },
        ]),
  ]
}
