import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { ClaimRecord } from '../../../api/kinds/restore'
import { Annotation } from '../../../api/names/annotations'
import type { Effect } from '../../effect'
import { namespaceOf } from '../names'
import type { PersistentVolumeClaim } from '../target/claim'
import type { Step } from '../walk'
import { primeVolume } from './around'
import { SOON, type ClaimMove } from './claim-move'
import type { ClaimScene } from './claim-scene'
import { primeName } from './prime'
import { belongsTo, isInHandOver, type Volume } from './volume'

/** Points the volume of the prime at the claim, and keeps it whatever becomes of either. */
export const handOver = (
  scene: ClaimScene,
  record: ClaimRecord,
  prime: PersistentVolumeClaim | undefined,
): Step<ClaimMove> => {
  if (prime === undefined) return E.right(waiting(scene, record, `Claim ${primeName(scene.uid)} is gone.`))
  return pipe(
    primeVolume(scene, prime),
    E.map((volume) => {
      if (volume === undefined) return waiting(scene, record, 'The filled claim is not bound to a volume yet.')
      return belongsTo(volume, prime.metadata.uid ?? '')
        ? { ...waiting(scene, record, BEING_HANDED_OVER), effects: [patchOf(scene, volume)] }
        : waiting(scene, record, BEING_HANDED_OVER)
    }),
  )
}

const BEING_HANDED_OVER = 'The restored volume is being handed over to the claim.'

const waiting = ({ claim }: ClaimScene, record: ClaimRecord, message: string): ClaimMove => ({
  claim: claim.metadata.name,
  record: { ...record, message },
  againIn: SOON,
})

const patchOf = ({ restore, claim, uid }: ClaimScene, { metadata, spec, ...rest }: Volume): Effect => ({
  _tag: 'PatchVolume',
  name: metadata.name,
  uid: metadata.uid ?? '',
  resourceVersion: metadata.resourceVersion ?? '',
  claimRef: { namespace: namespaceOf(restore), name: claim.metadata.name, uid },
  reclaimPolicy: 'Retain',
  ...(isInHandOver({ metadata, ...rest })
    ? {}
    : { annotations: { [Annotation.originalReclaimPolicy]: spec?.persistentVolumeReclaimPolicy ?? 'Delete' } }),
})
