import {
  boolean,
  duration,
  enumeration,
  int64,
  integer,
  nullable,
  object,
  withDefault,
  type TypeOf,
} from '../../../schema'

const probe = object(
  {},
  {
    enabled: withDefault(boolean, true),
    failureThreshold: withDefault(integer(), 3),
    interval: withDefault(duration, '30m'),
    onFailure: withDefault(enumeration('Degrade', 'Alert'), 'Degrade'),
  },
)

export const health = object({}, { indexBlobWarnThreshold: nullable(withDefault(int64, 1000)), probe: nullable(probe) })
export type Health = TypeOf<typeof health>
