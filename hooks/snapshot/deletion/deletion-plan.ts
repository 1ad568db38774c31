import type { PrunedBy } from '../../../api/names/annotations'

/** An owner as it was recorded, looked up by a quorum read. `Unrecorded`: there never was one to cascade from. */
export type OwnerState = 'Alive' | 'Gone' | 'Unrecorded'
export type DeletionPolicy = 'Delete' | 'Retain' | 'Orphan'
export type Cascade = 'Retain' | 'Delete'

/** What the Snapshot itself says about its data. */
export interface Words {
  /** The user's word that kopia's data stays. */
  readonly skipCleanup: boolean
  readonly deletionPolicy: DeletionPolicy
}

export interface DeletionFacts extends Words {
  readonly stamp: PrunedBy | undefined
  readonly isPinned: boolean
  readonly policy: { readonly state: OwnerState; readonly onDelete: Cascade }
  readonly schedule: { readonly state: OwnerState; readonly onDelete: Cascade }
  /** Of rows that a replication made. */
  readonly replication: OwnerState
  /** What the repository wants for Snapshots of a namespace that is being deleted; absent while it is not. */
  readonly namespaceDeletion: 'Orphan' | 'Delete' | undefined
}

export type DeletionPlan =
  | { readonly _tag: 'Orphan' }
  | { readonly _tag: 'Retain'; readonly because?: 'Schedule' | 'Policy' | 'Pinned' | 'Replication' }
  | { readonly _tag: 'Delete'; readonly reason: DeletionReason }

export type Kept = Exclude<DeletionPlan, { readonly _tag: 'Delete' }>

export type DeletionReason = 'External' | 'Retention' | 'FailedHistory' | 'ReplicationRetention'

/** What becomes of kopia's data when a Snapshot goes. Whatever is in doubt keeps it. */
export const deletionPlan = (facts: DeletionFacts): DeletionPlan => {
  if (facts.skipCleanup) return ORPHAN
  if (facts.namespaceDeletion !== undefined) return inDyingNamespace(facts, facts.namespaceDeletion)
  return facts.stamp === undefined ? unstamped(facts) : stamped(facts, facts.stamp)
}

/** Kept by what the Snapshot itself says, whatever became of its owners: no read may stand in the way of that. */
export const keptAnyway = ({ skipCleanup, deletionPolicy }: Words): Kept | undefined =>
  skipCleanup ? ORPHAN : keptBy(deletionPolicy)

const ORPHAN: Kept = { _tag: 'Orphan' }
const RETAIN: Kept = { _tag: 'Retain' }

const inDyingNamespace = (facts: DeletionFacts, wish: 'Orphan' | 'Delete'): DeletionPlan => {
  if (wish === 'Orphan') return ORPHAN
  return facts.stamp === undefined || facts.stamp === 'policy-cascade'
    ? external(facts.deletionPolicy)
    : stamped(facts, facts.stamp)
}

const unstamped = (facts: DeletionFacts): DeletionPlan => {
  const { policy, schedule, deletionPolicy } = facts
  if (facts.replication === 'Gone') return kept(deletionPolicy, 'Replication')
  if (policy.state === 'Gone' && policy.onDelete === 'Retain') return kept(deletionPolicy, 'Policy')
  if (schedule.state === 'Gone' && schedule.onDelete === 'Retain') return kept(deletionPolicy, 'Schedule')
  return external(deletionPolicy)
}

/** What would have been deleted is kept, and somebody is told; the rest goes as it would have. */
const kept = (policy: DeletionPolicy, because: 'Schedule' | 'Policy' | 'Replication'): DeletionPlan =>
  policy === 'Delete' ? { _tag: 'Retain', because } : external(policy)

const external = (policy: DeletionPolicy): DeletionPlan => keptBy(policy) ?? { _tag: 'Delete', reason: 'External' }

const keptBy = (policy: DeletionPolicy): Kept | undefined => {
  switch (policy) {
    case 'Delete':
      return undefined
    case 'Retain':
      return RETAIN
    case 'Orphan':
      return ORPHAN
  }
}

/** A pin that was set after the stamp wins: nobody who prunes may take what a user has pinned. */
const stamped = ({ deletionPolicy, isPinned }: DeletionFacts, stamp: PrunedBy): DeletionPlan => {
  switch (stamp) {
    case 'retention':
      return pruned(deletionPolicy, isPinned, 'Retention')
    case 'failed-history':
      return pruned(deletionPolicy, isPinned, 'FailedHistory')
    case 'replication-retention':
      return pruned(deletionPolicy, isPinned, 'ReplicationRetention')
    case 'policy-cascade':
      return kept(deletionPolicy, 'Policy')
    case 'replaced-run':
      return deletionPolicy === 'Orphan' ? ORPHAN : RETAIN
  }
}

const pruned = (policy: DeletionPolicy, isPinned: boolean, reason: DeletionReason): DeletionPlan => {
  if (policy !== 'Delete') return external(policy)
  return isPinned ? { _tag: 'Retain', because: 'Pinned' } : { _tag: 'Delete', reason }
}
