import { int64, nullable, object, type TypeOf } from '../../schema'

/** Limits of one connection to a repository. */
export const throttle = object(
  {},
  {
    downloadBytesPerSecond: nullable(int64),
    readOpsPerSecond: nullable(int64),
    uploadBytesPerSecond: nullable(int64),
    writeOpsPerSecond: nullable(int64),
  },
)
export type Throttle = TypeOf<typeof throttle>
