import { boolean, duration, int64, nullable, object, string, type TypeOf } from '../../../schema'

const epoch = object({
  advanceOnCount: int64,
  advanceOnSizeMiB: int64,
  checkpointFrequency: int64,
  cleanupSafetyMargin: duration,
  deleteParallelism: int64,
  enabled: boolean,
  minDuration: duration,
  refreshFrequency: duration,
})

/** What kopia says is in force. */
export const parametersStatus = object(
  {},
  { blobRetention: object({ enabled: boolean, mode: string, period: duration }), epoch: nullable(epoch) },
)
export type ParametersStatus = TypeOf<typeof parametersStatus>
