import type { Anchor } from '../../../api/mover/work-spec'
import type { Instant } from '../../core/time/instant'

/** Why a dying Snapshot loses its kopia data: the reason of its condition `DeletionPlanned`. */
export type DeletionReason = 'External' | 'Retention' | 'FailedHistory' | 'ReplicationRetention'

/** A dying Snapshot whose kopia data may have to go. */
export interface PendingDeletion {
  readonly uid: string
  readonly namespace: string
  readonly name: string
  readonly deletedAt: Instant
  /** When the plan was written, by the clock of this service; that of `deletedAt` is the API server's. */
  readonly plannedAt?: Instant
  /** `Undecided`: its finalize hook has not spoken yet; it counts, and nothing else happens to it. */
  readonly plan: DeletionReason | 'Undecided'
  readonly snapshotId?: string
  readonly anchor?: Anchor
  /** Present when a run may have saved something under this tag. */
  readonly runUid?: string
  /** The annotation `repository-verdict` as it stands. */
  readonly verdict?: string
}

/** Deletions that somebody outside this service asked for; only these can be a mistake of many at once. */
export const isExternal = ({ plan }: PendingDeletion): boolean => plan === 'External' || plan === 'Undecided'

export const isDone = ({ verdict }: PendingDeletion): boolean => verdict?.startsWith(DELETED) === true

/** What the finalize hook of the Snapshot reads in the annotation `repository-verdict`. */
export const HELD = 'held'
/** Somebody else needs the same kopia snapshot; it goes when they are gone. */
export const NEEDED = 'needed'
const DELETED = 'deleted:'
export const deletedBy = (jobUid: string): string => `${DELETED}${jobUid}`
