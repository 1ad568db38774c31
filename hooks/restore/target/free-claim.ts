import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore } from '../../../api/kinds/restore'
import { instantOf } from '../../core/time/instant'
import type { Circumstances } from '../../hook'
import { namespaceOf } from '../names'
import { wait, type Step } from '../walk'
import type { PersistentVolumeClaim } from './claim'
import { targetOf } from './target'
import { claimUsers, type ClaimUser } from './users'

/**
 * Goes on once nobody writes into the claim whose work the restore would spoil: no pod of another restore, also one whose
 * Job has gone, and no workload on a claim that was to be made for this. Who names an existing claim means it as it is.
 */
export const freeClaim = (restore: Restore, claim: PersistentVolumeClaim, circumstances: Circumstances): Step<void> => {
  const { name } = claim.metadata
  const isInTheWay = targetOf(restore)._tag === 'NewClaim' ? usesAlready(restore, claim) : () => false
  return pipe(
    claimUsers(namespaceOf(restore), name, circumstances),
    E.chain((users) => {
      const other = users.find(({ isRestore }) => isRestore)
      if (other !== undefined) return wait({ _tag: 'TargetBeingRestored', claim: name, by: `Pod ${other.pod}` })
      const workload = users.find(isInTheWay)
      return workload === undefined ? E.right(undefined) : wait({ _tag: 'TargetInUse', claim: name, pod: workload.pod })
    }),
  )
}

/** A pod that has not begun may wait for this very restore, but not on a claim that was there before it. */
const usesAlready =
  (restore: Restore, claim: PersistentVolumeClaim) =>
  ({ isMover, running }: ClaimUser): boolean =>
    !isMover && (running || !isSince(restore, claim))

const isSince = (restore: Restore, claim: PersistentVolumeClaim): boolean => {
  const [made, asked] = [instantOf(claim.metadata.creationTimestamp), instantOf(restore.metadata.creationTimestamp)]
  return made !== undefined && asked !== undefined && made >= asked
}
