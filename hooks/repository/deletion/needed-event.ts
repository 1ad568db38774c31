import { API_VERSION } from '../../../api/names/group'
import { Annotation } from '../../../api/names/annotations'
import type { Effect } from '../../effect'
import type { PendingDeletion } from './pending-deletion'

/** Told on the Snapshot that hangs: its own status belongs to another controller. */
export const neededEvent = ({ uid, namespace, name, snapshotId = '' }: PendingDeletion): Effect => ({
  _tag: 'EmitEvent',
  regarding: { apiVersion: API_VERSION, kind: 'Snapshot', namespace, name, uid },
  type: 'Warning',
  reason: 'SnapshotDataStillNeeded',
  action: 'AwaitOtherUser',
  message: `kopia snapshot ${snapshotId} is named by another Snapshot or by a Restore that is not done, so it is not deleted. It goes when they are gone; to let only this object go: kubectl annotate snapshot ${name} -n ${namespace} ${Annotation.skipSnapshotCleanup}=true`,
  occasion: snapshotId,
})
