import * as E from 'fp-ts/Either'
import type { Restore } from '../../../api/kinds/restore'
import { claimRef, claimRefusal, readAs } from '../../core/kube'
import { isCacheClaim } from '../../core/mover-job'
import type { Circumstances } from '../../hook'
import { getNeed } from '../../need'
import { namespaceOf } from '../names'
import { ask, stop, wait, type Step } from '../walk'
import { persistentVolumeClaim, type PersistentVolumeClaim } from './claim'
import { newClaim } from './new-claim'
import { targetOf } from './target'

/** The claim of a direct target, there and not on its way out; one of our own is made first. */
export const readyClaim = (restore: Restore, circumstances: Circumstances): Step<PersistentVolumeClaim> => {
  const target = targetOf(restore)
  switch (target._tag) {
    case 'NewClaim':
    case 'ExistingClaim':
      return namedClaim(restore, target.name, circumstances)
    case 'Populator':
    case 'Stream':
      return stop({ _tag: 'CannotAnswer', why: 'this target has no claim of its own' })
  }
}

const namedClaim = (restore: Restore, claim: string, circumstances: Circumstances): Step<PersistentVolumeClaim> => {
  const need = getNeed(claimRef(namespaceOf(restore), claim))
  const read = readAs(persistentVolumeClaim)(circumstances.reads, need)
  switch (read._tag) {
    case 'NotRead':
      return ask(need)
    case 'Missing':
      return missing(restore, claim, circumstances)
    case 'Forbidden':
      return stop({ _tag: 'CannotAnswer', why: `claim ${claim} may not be read: ${read.message}` })
    case 'Unreadable':
      return stop({ _tag: 'CannotAnswer', why: `claim ${claim} does not have the shape of its kind` })
    case 'Found':
      return usable(read.value)
  }
}

/** What is restored must not go with the owner of a cache. */
const usable = (claim: PersistentVolumeClaim): Step<PersistentVolumeClaim> => {
  const { name, deletionTimestamp } = claim.metadata
  if (isCacheClaim(claim.metadata)) return wait({ _tag: 'TargetIsCache', claim: name })
  return deletionTimestamp === undefined ? E.right(claim) : wait({ _tag: 'TargetTerminating', claim: name })
}

const missing = (restore: Restore, claim: string, { refusals }: Circumstances): Step<never> => {
  const target = targetOf(restore)
  const refused = claimRefusal(claim, refusals)
  if (refused !== undefined) return wait({ _tag: 'TargetRefused', claim, message: refused.message })
  return target._tag === 'NewClaim'
    ? stop({ _tag: 'MakeClaim', claim: newClaim(restore, target.wanted), purpose: 'target' })
    : wait({ _tag: 'TargetMissing', claim })
}
