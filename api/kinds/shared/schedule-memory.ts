import { array, boolean, int64, object, openEnumeration, string, timestamp, uint32, type TypeOf } from '../../schema'
import { repositoryRef } from './reference'

/** Slots of one schedule that were passed over; `until` is the last of several. */
export const scheduleSkip = object(
  {
    slot: timestamp,
    count: int64,
    reason: openEnumeration('Expired', 'Collapsed', 'Forbid', 'Suspended', 'FanoutCapped'),
  },
  { until: timestamp },
)
export type ScheduleSkip = TypeOf<typeof scheduleSkip>

/** One Snapshot of a slot: which claim of which source, and which repository, where the policy has several. */
export const mintingMember = object(
  { name: string },
  {
    sourceIndex: uint32,
    pvc: object({ name: string, namespace: string }),
    group: string,
    repository: repositoryRef,
  },
)
export type MintingMember = TypeOf<typeof mintingMember>

/** Snapshots that one slot makes: frozen before the first is created, remembered once observed. */
export const minting = object({ slot: timestamp, members: array(mintingMember), observed: array(string) })
export type Minting = TypeOf<typeof minting>

/** `snapshot` is there when the slot made exactly one. */
const rememberedSlot = object({ at: timestamp }, { snapshot: string })

/** What a policy remembers of one schedule, so that a slot is minted exactly once. */
export const scheduleMemory = object(
  { name: string, cron: string, timezone: string },
  {
    jitter: string,
    /** The repositories name different zones, and the schedule names none: it is read in UTC. */
    timezoneAmbiguous: boolean,
    /** The pinned slot. */
    next: timestamp,
    /** The cron time of `next`, where jitter makes it another one. */
    occurrence: timestamp,
    /** The last slot that was decided. */
    handled: timestamp,
    /** Why `next` is due and waits. */
    held: openEnumeration('Forbid', 'Suspended', 'UnknownRun', 'ParkedRun'),
    minting,
    skips: array(scheduleSkip),
    lastMinted: rememberedSlot,
    lastSuccessful: rememberedSlot,
    /** The newest slot whose failure is counted. */
    lastFailed: timestamp,
    consecutiveFailures: int64,
  },
)
export type ScheduleMemory = TypeOf<typeof scheduleMemory>
