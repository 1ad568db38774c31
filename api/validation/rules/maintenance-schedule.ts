import type { MaintenanceSchedule } from '../../kinds/shared/maintenance-schedule'
import type { Problems } from '../problem'
import { jitterWithinDay, validCronSpec, validTimezone } from './cron'

export const validMaintenanceSchedule = ({ full, quick, timezone }: MaintenanceSchedule, path: string): Problems => [
  ...validTimezone(timezone, `${path}.timezone`),
  ...validCronSpec(quick, `${path}.quick`),
  ...validCronSpec(full, `${path}.full`),
]

export const maintenanceJitters = ({ full, quick }: MaintenanceSchedule, path: string): Problems => [
  ...jitterWithinDay(quick.jitter, `${path}.quick.jitter`),
  ...jitterWithinDay(full.jitter, `${path}.full.jitter`),
]
