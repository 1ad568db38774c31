import { boolean, enumeration, nullable, object, type TypeOf } from '../../../schema'
import { copiedFrom, kopiaSnapshot, recorded, snapshotResolved, stats, timing } from './status-parts'

/** Annotation `row`, as JSON: the facts of a Snapshot that is born finished, for its status. */
export const snapshotRow = object(
  {
    origin: enumeration('discovered', 'adopted', 'replicated'),
    phase: enumeration('Discovered', 'Succeeded'),
    resolved: snapshotResolved,
    snapshot: kopiaSnapshot,
  },
  {
    copiedFrom: nullable(copiedFrom),
    pinned: nullable(boolean),
    recorded: nullable(recorded),
    stats: nullable(stats),
    timing: nullable(timing),
  },
)
export type SnapshotRow = TypeOf<typeof snapshotRow>
