import type { Snapshot, SnapshotStatus } from '../../../api/kinds/snapshot'
import { stageOf } from '../phase'

/** Failures after which kopia may have saved a snapshot that nobody reported. */
const UNCERTAIN = ['Killed', 'Cancelled', 'Crash', 'Timeout', 'Unknown']

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

const endedUncertainly = ({ phase, failure }: SnapshotStatus): boolean =>
  phase === 'Failed' && UNCERTAIN.includes(failure?.kopiaErrorClass ?? 'Unknown')
