import type { ClaimRecord } from '../../../api/kinds/restore'
import type { Around } from './around'
import { SOON, type ClaimMove } from './claim-move'
import type { ClaimScene } from './claim-scene'
import { belongsTo, isInHandOver } from './volume'

/** Bound to what we handed over: done. Bound to anything else: somebody was faster, and keeps what is there. */
export const bound = (scene: ClaimScene, around: Around): ClaimMove => {
  const { uid, claim } = scene
  const { volume } = around
  const record: ClaimRecord = scene.record ?? { uid }
  return volume !== undefined && belongsTo(volume, uid) && isInHandOver(volume)
    ? {
        claim: claim.metadata.name,
        record: {
          ...record,
          phase: 'Populated',
          reason: record.resolved?.resolution === 'NoSnapshot' ? 'NoSnapshotContinue' : 'RestoreSucceeded',
          message: 'The claim is bound to its restored volume.',
        },
        againIn: SOON,
      }
    : foreign(scene, record, around)
}

const foreign = ({ claim }: ClaimScene, record: ClaimRecord, { prime }: Around): ClaimMove => {
  const hijacked = record.phase === 'Populating'
  const reason = hijacked ? 'PopulateHijacked' : 'TargetAlreadyBound'
  const kept =
    prime === undefined
      ? ''
      : ` Claim ${prime.metadata.name} is kept with all it holds; delete it when it is not needed.`
  const message = `The claim is bound to another volume, which was left as it is.${kept}`
  return {
    claim: claim.metadata.name,
    record: { ...record, phase: hijacked ? 'Failed' : 'AlreadyBound', reason, message },
    ...(prime === undefined && !hijacked
      ? {}
      : { event: { type: 'Warning', reason, action: 'CheckClaim', message: `${claim.metadata.name}: ${message}` } }),
    againIn: SOON,
  }
}
