import { nullable, object, uint32, type TypeOf } from '../../schema'

/** How many snapshots each rule keeps; a snapshot is kept when any rule keeps it. */
export const retention = object(
  {},
  {
    keepAnnual: nullable(uint32),
    keepDaily: nullable(uint32),
    keepHourly: nullable(uint32),
    keepLatest: nullable(uint32),
    keepMonthly: nullable(uint32),
    keepWeekly: nullable(uint32),
  },
)
export type Retention = TypeOf<typeof retention>
