import type { Restore, RestoreStatus } from '../../api/kinds/restore'

/** A Restore that has ended never runs again. */
export const hasEnded = ({ status }: Pick<Restore, 'status'>): boolean =>
  status?.phase === 'Completed' || status?.phase === 'Failed'

/** Its end is on record. A populator has none: a claim may always come. */
export const isSettled = (restore: Pick<Restore, 'spec' | 'status'>): boolean =>
  hasEnded(restore) && !('populator' in restore.spec.target)

/** True once a Job of this Restore was observed. */
export const hasStarted = ({ status }: Pick<Restore, 'status'>): boolean => status?.phase === 'Restoring'

/** A choice that was written down is the choice. */
export const isPinned = (status: RestoreStatus | undefined): boolean =>
  status?.resolved?.kopiaSnapshotID !== undefined || status?.resolved?.resolution === 'NoSnapshot'
