import type { Restore } from '../../../api/kinds/restore'
import type { Snapshot } from '../../../api/kinds/snapshot'
import { Annotation } from '../../../api/names/annotations'
import { hasCondition } from '../../core/conditions'

/** Value of the annotation `repository-verdict` that lets a waiting run begin. */
export const SLOT_GRANTED = 'slot-granted'

const UNFINISHED = [undefined, '', 'Pending', 'Running']

/** Waiting runs that may begin now, the oldest first. Restores never wait, but they count. */
export const grants = (
  snapshots: ReadonlyArray<Snapshot>,
  restores: ReadonlyArray<Restore>,
  limit: number,
): ReadonlyArray<Snapshot> => {
  const taken = snapshots.filter(occupies).length + restores.filter(isRestoring).length
  return snapshots
    .filter(waits)
    .sort(byAge)
    .slice(0, Math.max(0, limit - taken))
}

const isUnfinished = ({ status }: Snapshot): boolean => UNFINISHED.includes(status?.phase)

const isGranted = ({ metadata }: Snapshot): boolean =>
  metadata.annotations?.[Annotation.repositoryVerdict] === SLOT_GRANTED

const occupies = (snapshot: Snapshot): boolean =>
  isUnfinished(snapshot) &&
  (isGranted(snapshot) || snapshot.status?.job !== undefined || snapshot.status?.phase === 'Running')

const waits = (snapshot: Snapshot): boolean =>
  isUnfinished(snapshot) &&
  !occupies(snapshot) &&
  snapshot.metadata.deletionTimestamp === undefined &&
  hasCondition(snapshot.status?.conditions, 'RepositorySlotAvailable', 'False', 'WaitingForSlot')

const isRestoring = ({ status }: Restore): boolean => status?.phase === 'Restoring'

const byAge = (a: Snapshot, b: Snapshot): number =>
  age(a) === age(b) ? (id(a) < id(b) ? -1 : 1) : age(a) < age(b) ? -1 : 1

const age = ({ metadata }: Snapshot): string => metadata.creationTimestamp ?? ''
const id = ({ metadata }: Snapshot): string => metadata.uid ?? ''
