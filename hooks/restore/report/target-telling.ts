import type { HoldOf, Telling } from './telling'

export const TARGET_HOLDS = [
  'TargetMissing',
  'TargetTerminating',
  'TargetRefused',
  'TargetHeld',
  'TargetInUse',
  'TargetBeingRestored',
  'TargetUnclear',
  'TargetIsCache',
  'CacheRefused',
  'JobNameTaken',
  'MoverEnding',
] as const

/** What is in the way of the target. */
export const targetTelling = (hold: HoldOf<(typeof TARGET_HOLDS)[number]>): Telling => {
  switch (hold._tag) {
    case 'TargetMissing':
      return {
        reason: 'TargetClaimMissing',
        stalled: false,
        open: 3,
        againIn: 15,
        message: `Claim ${hold.claim} does not exist. Create it, or use target.pvc to have it made.`,
        action: 'CreateTargetClaim',
      }
    case 'TargetTerminating':
      return {
        reason: 'TargetClaimTerminating',
        stalled: false,
        open: 3,
        againIn: 15,
        message: `Claim ${hold.claim} is being deleted. The restore goes on once it is gone.`,
      }
    case 'TargetRefused':
      return {
        reason: 'TargetClaimRefused',
        stalled: true,
        open: 3,
        againIn: 60,
        message: `The API server refused claim ${hold.claim}: ${hold.message}`,
        action: 'CheckTargetClaim',
      }
    case 'TargetHeld':
      return {
        reason: 'TargetClaimHeld',
        stalled: true,
        open: 3,
        againIn: 60,
        message: `Claim ${hold.claim} is ReadWriteOncePod and pod ${hold.pod} holds it. Scale its workload down.`,
        action: 'ScaleWorkloadDown',
      }
    case 'TargetInUse':
      return {
        reason: 'TargetClaimInUse',
        stalled: true,
        open: 3,
        againIn: 60,
        message: `Claim ${hold.claim} is there and pod ${hold.pod} uses it; a restore would write over what the pod wrote. Scale its workload down, or restore into a claim of another name. A workload that is to wait for its data takes its claim from a Restore with target.populator.`,
        action: 'ScaleWorkloadDown',
      }
    case 'TargetBeingRestored':
      return {
        reason: 'TargetClaimBeingRestored',
        stalled: false,
        open: 3,
        againIn: 30,
        message: `${hold.by} restores into claim ${hold.claim}; this one goes on when that has ended.`,
      }
    case 'TargetUnclear':
      return {
        reason: 'TargetUseUnclear',
        stalled: true,
        open: 3,
        againIn: 60,
        message: `Whether somebody writes into the claim cannot be seen, for ${hold.what} of the namespace may not be listed: ${hold.message} Grant the service list on them.`,
        action: 'GrantList',
      }
    case 'TargetIsCache':
      return {
        reason: 'TargetClaimIsCache',
        stalled: true,
        open: 3,
        againIn: 60,
        message: `Claim ${hold.claim} is the cache of a mover and goes with its owner. Restore into another claim.`,
        action: 'FixSpec',
      }
    case 'CacheRefused':
      return {
        reason: 'CacheClaimRefused',
        stalled: true,
        open: 3,
        againIn: 60,
        message: hold.message,
        action: 'CheckCacheClaim',
      }
    case 'JobNameTaken':
      return {
        reason: 'JobNameTaken',
        stalled: false,
        open: 3,
        againIn: 15,
        message: `Job ${hold.job} already exists and belongs to ${hold.owner}. Delete it, or create the Restore under another name.`,
        action: 'RenameRestore',
      }
    case 'MoverEnding':
      return {
        reason: 'MoverJobEnding',
        stalled: false,
        open: 3,
        againIn: 5,
        message: `The mover Job vanished and its pod ${hold.pod} still ends; a second Job restores into claim ${hold.claim} then.`,
      }
  }
}
