import { boolean, duration, int64, nullable, object, union, type TypeOf } from '../../../schema'

const lock = object({ period: duration })

export const blobRetention = union({ compliance: lock, disabled: boolean, governance: lock })

const epoch = object(
  {},
  {
    advanceOnCount: nullable(int64),
    advanceOnSizeMiB: nullable(int64),
    checkpointFrequency: nullable(int64),
    deleteParallelism: nullable(int64),
    minDuration: nullable(duration),
    refreshFrequency: nullable(duration),
  },
)

/** Parameters of the kopia repository that may be changed while it is in use. */
export const parameters = object({}, { blobRetention, epoch: nullable(epoch) })
export type Parameters = TypeOf<typeof parameters>
