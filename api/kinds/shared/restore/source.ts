import { int64, nullable, object, string, timestamp, union, withDefault, type TypeOf } from '../../../schema'
import { localRef } from '../reference'

const fromPolicy = object(
  { name: string },
  {
    asOf: nullable(timestamp),
    namespace: nullable(string),
    offset: withDefault(int64, 0),
    sourcePath: nullable(string),
  },
)

const identity = object(
  { hostname: string, username: string },
  {
    asOf: nullable(timestamp),
    offset: nullable(int64),
    snapshotID: nullable(string),
    sourcePath: nullable(string),
  },
)

/** Which snapshot is restored. `offset` counts back from the latest. */
export const restoreSource = union({ fromPolicy, identity, snapshotRef: localRef })
export type RestoreSource = TypeOf<typeof restoreSource>
