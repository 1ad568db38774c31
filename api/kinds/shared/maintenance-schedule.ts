import { nullable, object, string, type TypeOf } from '../../schema'
import { cronSpec } from './cron-spec'

export const maintenanceSchedule = object({ full: cronSpec, quick: cronSpec }, { timezone: nullable(string) })
export type MaintenanceSchedule = TypeOf<typeof maintenanceSchedule>
