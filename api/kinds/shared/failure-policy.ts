import { int32, int64, nullable, object, type TypeOf } from '../../schema'

/** Limits of one mover Job, in seconds and retries. */
export const failurePolicy = object(
  {},
  {
    activeDeadlineSeconds: nullable(int64),
    backoffLimit: nullable(int32),
    podStartupDeadlineSeconds: nullable(int64),
  },
)
export type FailurePolicy = TypeOf<typeof failurePolicy>
