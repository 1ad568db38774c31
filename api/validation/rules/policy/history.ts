import type { SnapshotPolicy } from '../../../kinds/snapshot-policy'

/** Whether snapshots of this policy are known to exist. */
export const hasHistory = ({ status }: SnapshotPolicy): boolean =>
  status?.lastSuccessfulSnapshot !== undefined ||
  (status?.retention?.activeSnapshotCount ?? 0) > 0 ||
  (status?.adoption?.totalAdopted ?? 0) > 0
