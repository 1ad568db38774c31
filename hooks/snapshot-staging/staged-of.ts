import type { Staged } from '../core/snapshot-run'
import type { Scene } from './scene'

/** What was made so far, as `status.staged` names it. */
export const stagedOf = ({ claim, volumeSnapshot }: Scene, stagingTimeoutSeconds: number): Staged => ({
  ...(claim === undefined ? {} : { pvcName: claim.metadata.name }),
  ...(claim?.spec.storageClassName === undefined ? {} : { storageClassName: claim.spec.storageClassName }),
  ...(volumeSnapshot === undefined ? {} : { volumeSnapshotName: volumeSnapshot.metadata.name }),
  stagingTimeoutSeconds,
})
