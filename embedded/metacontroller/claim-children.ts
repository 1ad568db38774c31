import type { KubeObject, OwnerReference } from '../../api/kubernetes/object'
import { refOf } from '../api/kind-definition'
import type { ApiPort } from './api-port'
import { atomicUpdate } from './atomic-update'
import { isNotFound, SyncFailure } from './failure'
import { isDying } from './finalizer'
import { controllerOf } from './object-cache'
import type { Work } from './work'

export interface Claim {
  readonly api: ApiPort
  readonly work: Work
  readonly parent: KubeObject
  readonly matches: (child: KubeObject) => boolean
}

export const controllerReference = (parent: KubeObject): OwnerReference => ({
  apiVersion: parent.apiVersion,
  blockOwnerDeletion: true,
  controller: true,
  kind: parent.kind,
  name: parent.metadata.name,
  uid: parent.metadata.uid ?? '',
})

/**
 * Which of the candidates (the parent's own, and ownerless ones) are its children. Ownerless matches are adopted, own
 * ones that match no more are released; neither while the parent is dying. What is returned is as it was seen before.
 */
export const claimChildren = async (
  claim: Claim,
  candidates: ReadonlyArray<KubeObject>,
): Promise<ReadonlyArray<KubeObject>> => {
  const claimed: KubeObject[] = []
  const failures: string[] = []
  const canAdopt = adoptionCheck(claim)
  for (const child of candidates) {
    try {
      if (await claimOne(claim, child, canAdopt)) claimed.push(child)
    } catch (error) {
      if (!(error instanceof SyncFailure)) throw error
      failures.push(error.message)
    }
  }
  if (failures.length > 0) throw new SyncFailure(`can't claim children: ${failures.join(', ')}`)
  return claimed
}

const claimOne = async (claim: Claim, child: KubeObject, canAdopt: () => Promise<void>): Promise<boolean> => {
  const { parent, matches } = claim
  const owner = controllerOf(child)
  if (owner === undefined) {
    if (isDying(parent) || isDying(child) || !matches(child)) return false
    return adopt(claim, child, canAdopt)
  }
  if (owner.uid !== parent.metadata.uid) return false
  if (matches(child)) return true
  if (!isDying(parent)) await release(claim, child)
  return false
}

const adopt = async (claim: Claim, child: KubeObject, canAdopt: () => Promise<void>): Promise<boolean> => {
  try {
    await canAdopt()
    await changeOwners(claim, child, (owners, own) => [...owners.filter(({ uid }) => uid !== own.uid), own])
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

const release = async (claim: Claim, child: KubeObject): Promise<void> => {
  try {
    await changeOwners(claim, child, (owners, own) => owners.filter(({ uid }) => uid !== own.uid))
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

type ChangeOwners = (owners: ReadonlyArray<OwnerReference>, own: OwnerReference) => OwnerReference[]

const changeOwners = ({ api, work, parent }: Claim, child: KubeObject, change: ChangeOwners): Promise<KubeObject> => {
  const own = controllerReference(parent)
  return atomicUpdate(api, work, {
    object: child,
    change: (live) => {
      const ownerReferences = change(live.metadata.ownerReferences ?? [], own)
      return { ...live, metadata: { ...live.metadata, ownerReferences } }
    },
  })
}

/** One live read of the parent for all adoptions of a sync: a dying or replaced parent adopts nothing. */
const adoptionCheck = ({ api, work, parent }: Claim): (() => Promise<void>) => {
  const check = async (): Promise<void> => {
    const live = await api.get(work, refOf(parent))
    const { name, uid } = parent.metadata
    if (live.metadata.uid !== uid)
      throw new SyncFailure(`original ${parent.kind} ${name} is gone: got uid ${live.metadata.uid}, wanted ${uid}`)
    if (isDying(live)) throw new SyncFailure(`${name} has just been deleted at ${live.metadata.deletionTimestamp}`)
  }
  let asked: Promise<void> | undefined
  return () => (asked ??= check())
}
