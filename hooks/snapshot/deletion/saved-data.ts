import type { Snapshot, SnapshotStatus } from '../../../api/kinds/snapshot'
import { stageOf } from '../../core/snapshot-run'

/**
 * What a Snapshot may have left in the repository: a snapshot with an id, perhaps one under its run tag, or nothing.
 */
export const savedData = ({ status }: Pick<Snapshot, 'status'>): 'Saved' | 'Perhaps' | 'None' => {
  if (status?.snapshot !== undefined) return 'Saved'
  if (status?.job === undefined) return 'None'
  const stage = stageOf({ status })
  return stage === 'run' || stage === 'deleting' || (stage === 'finished' && endedUncertainly(status))
    ? 'Perhaps'
    : 'None'
}

/**
 * A run that failed may have left a snapshot all the same: kopia keeps incomplete ones, and an attempt may have saved
 * without living to tell. Only a single attempt that did not get past the door has certainly left nothing.
 */
const endedUncertainly = ({ phase, failure, job }: SnapshotStatus): boolean => {
  const atTheDoor = failure?.op?.startsWith('repository ') === true || failure?.op === 'prepare'
  return phase === 'Failed' && !(atTheDoor && (job?.attempts ?? 1) <= 1)
}
