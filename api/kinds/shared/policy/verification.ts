import { integer, nullable, object, quantity, string, uint32, upgraded, type TypeOf } from '../../../schema'
import { isObject } from '../../../schema/is-object'
import { cronSpec } from '../cron-spec'

const deep = object(
  { schedule: cronSpec },
  { capacity: nullable(quantity), parallel: nullable(uint32), storageClassName: nullable(string) },
)

const quickFields = object(
  {},
  {
    fileParallelism: nullable(uint32),
    fileQueueLength: nullable(uint32),
    maxErrors: nullable(uint32),
    parallel: nullable(uint32),
    schedule: nullable(cronSpec),
  },
)

/** Until 0.4 `cron` and `jitter` stood beside the other fields. */
const hasFlatSchedule = (value: unknown): boolean =>
  isObject(value) && (value['cron'] !== undefined || value['jitter'] !== undefined)

const nestSchedule = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { cron, jitter, ...rest } = value
  return cron === undefined || cron === null ? rest : { schedule: { cron, jitter: jitter ?? null }, ...rest }
}

export const verification = object(
  {},
  {
    deep: nullable(deep),
    quick: nullable(upgraded(quickFields, hasFlatSchedule, nestSchedule)),
    successExpr: nullable(string),
    verifyFilesPercent: nullable(integer({ format: 'uint8', minimum: 0, maximum: 255 })),
  },
)
export type Verification = TypeOf<typeof verification>
