import { boolean, nullable, object, string, withDefault, type TypeOf } from '../../../schema'
import { failurePolicy } from '../failure-policy'
import { maintenanceSchedule } from '../maintenance-schedule'
import { mover } from '../mover'
import { takeoverPolicy } from '../takeover-policy'

/** The Maintenance that a repository makes for itself. */
export const managedMaintenance = object(
  {},
  {
    enabled: withDefault(boolean, true),
    failurePolicy: nullable(failurePolicy),
    mover: nullable(mover),
    namespace: nullable(string),
    schedule: nullable(maintenanceSchedule),
    takeoverPolicy: nullable(takeoverPolicy),
  },
)
export type ManagedMaintenance = TypeOf<typeof managedMaintenance>
