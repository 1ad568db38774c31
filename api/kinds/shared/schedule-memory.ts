import { array, int64, object, string, timestamp, type TypeOf } from '../../schema'

/** Slots of one schedule that were passed over; `until` is the last of several. */
export const scheduleSkip = object({ slot: timestamp, count: int64, reason: string }, { until: timestamp })
export type ScheduleSkip = TypeOf<typeof scheduleSkip>

/** Snapshots that one slot makes: frozen before the first is created, remembered once observed. */
export const minting = object({ slot: timestamp, members: array(string), observed: array(string) })
export type Minting = TypeOf<typeof minting>

/** What a policy remembers of one schedule, so that a slot is minted exactly once. */
export const scheduleMemory = object(
  { name: string, cron: string, timezone: string },
  {
    jitter: string,
    next: timestamp,
    handled: timestamp,
    minting,
    skips: array(scheduleSkip),
    lastSuccessful: timestamp,
    consecutiveFailures: int64,
  },
)
export type ScheduleMemory = TypeOf<typeof scheduleMemory>
