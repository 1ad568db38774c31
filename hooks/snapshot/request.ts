import * as t from 'io-ts'
import { objectMap } from '../../api/metacontroller/sync'
import { snapshot } from '../../api/kinds/snapshot'

/** What this hook reads of a composite call. */
export const snapshotRequest = t.type({ parent: snapshot, children: objectMap, finalizing: t.boolean })
export type SnapshotRequest = t.TypeOf<typeof snapshotRequest>
