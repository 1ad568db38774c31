import type { Restore, RestoreStatus } from '../../api/kinds/restore'
import { Label, SnapshotState } from '../../api/names/labels'
import { isRunOfClaim } from './names'

/** A Restore that has ended never runs again. */
export const hasEnded = ({ status }: Pick<Restore, 'status'>): boolean =>
  status?.phase === 'Completed' || status?.phase === 'Failed'

/** Its end is on record. A populator has none: a claim may always come. */
export const isSettled = (restore: Pick<Restore, 'spec' | 'status'>): boolean =>
  hasEnded(restore) && !('populator' in restore.spec.target)

/**
 * Its label says that it is over, whatever its status lacks: it was put back from Git or from a backup of the cluster, and
 * what it once restored may be in use. A populator never writes to a volume in use.
 */
export const isLabelledOver = (restore: Pick<Restore, 'metadata' | 'spec'>): boolean =>
  restore.metadata.labels?.[Label.state] === SnapshotState.settled &&
  !('populator' in restore.spec.target) &&
  !isRunOfClaim(restore)

/** True once a Job of this Restore was observed. */
export const hasStarted = ({ status }: Pick<Restore, 'status'>): boolean => status?.phase === 'Restoring'

/** A choice that was written down is the choice. */
export const isPinned = (status: RestoreStatus | undefined): boolean =>
  status?.resolved?.kopiaSnapshotID !== undefined || status?.resolved?.resolution === 'NoSnapshot'
