import { duration, nullable, object, string, type TypeOf } from '../../../schema'

export const scheduleDefaults = object({}, { jitter: nullable(duration), timezone: nullable(string) })
export type ScheduleDefaults = TypeOf<typeof scheduleDefaults>
