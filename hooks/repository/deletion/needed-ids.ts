import type { Restore } from '../../../api/kinds/restore'
import type { Snapshot } from '../../../api/kinds/snapshot'
import { Label } from '../../../api/names/labels'
import type { PendingDeletion } from './pending-deletion'

const FINISHED = ['Completed', 'Failed']

/**
 * kopia ids that somebody still needs: Snapshots that are not about to be deleted, discovered rows aside, and Restores
 * that have chosen one and are not done.
 */
export const neededIds = (
  snapshots: ReadonlyArray<Snapshot>,
  restores: ReadonlyArray<Restore>,
  pending: ReadonlyArray<PendingDeletion>,
): ReadonlySet<string> => {
  const going = new Set(pending.filter(({ plan }) => plan !== 'Undecided').map(({ uid }) => uid))
  return new Set([
    ...snapshots.filter(({ metadata }) => !going.has(metadata.uid ?? '')).flatMap(idsOfSnapshot),
    ...restores.flatMap(idsOfRestore),
  ])
}

const idsOfSnapshot = ({ metadata, status }: Snapshot): ReadonlyArray<string> =>
  (status?.origin ?? metadata.labels?.[Label.origin]) === 'discovered'
    ? []
    : [status?.snapshot?.kopiaSnapshotID, metadata.labels?.[Label.snapshotId]].filter((id) => id !== undefined)

const idsOfRestore = ({ status }: Restore): ReadonlyArray<string> =>
  FINISHED.includes(status?.phase ?? '') || status?.resolved?.kopiaSnapshotID === undefined
    ? []
    : [status.resolved.kopiaSnapshotID]
