import type { Snapshot } from '../../../api/kinds/snapshot'
import { Label, SnapshotState } from '../../../api/names/labels'

export type Origin = 'scheduled' | 'manual' | 'discovered' | 'adopted' | 'replicated' | 'unknown'

const ORIGINS: ReadonlyArray<Origin> = ['scheduled', 'manual', 'discovered', 'adopted', 'replicated']

/** Where a Snapshot comes from: its status, else its label, else somebody's hand. An unknown word makes it inert. */
export const originOf = ({ metadata, status }: Pick<Snapshot, 'metadata' | 'status'>): Origin => {
  const written = status?.origin ?? metadata.labels?.[Label.origin] ?? 'manual'
  return ORIGINS.find((origin) => origin === written) ?? 'unknown'
}

const BORN_FINISHED: ReadonlyArray<Origin> = ['discovered', 'adopted', 'replicated', 'unknown']

/** Such a row never gets a mover Job, whatever its status says. */
export const isBornFinished = (snapshot: Pick<Snapshot, 'metadata' | 'status'>): boolean =>
  BORN_FINISHED.includes(originOf(snapshot)) || snapshot.metadata.labels?.[Label.state] === SnapshotState.settled
