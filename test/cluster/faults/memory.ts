import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import type { Seen } from '../stage/see'

const MINUTE_MS = 60_000

/** One slot of a schedule of every minute that was passed over. */
export interface SkippedSlot {
  readonly at: number
  readonly reason: string
}

export const minutes = (from: number, to: number): ReadonlyArray<number> =>
  Array.from(
    { length: Math.max(0, Math.round((to - from) / MINUTE_MS) + 1) },
    (_unused, index) => from + index * MINUTE_MS,
  )

export const firstSlotAfter = (moment: number): number => Math.floor(moment / MINUTE_MS) * MINUTE_MS + MINUTE_MS

/** What a policy remembers of its schedules, by their UID. */
export const memoriesOf = ({ status }: Seen): Readonly<Record<string, ScheduleMemory>> =>
  (status?.['schedules'] as Record<string, ScheduleMemory> | undefined) ?? {}

/** Each slot of each entry; an entry that counts others than it spans is an error of the policy. */
export const skipsOf = (policy: Seen): ReadonlyArray<SkippedSlot> =>
  Object.values(memoriesOf(policy)).flatMap(({ skips = [] }) => {
    const all = skips.flatMap(({ slot, until, count, reason }) => {
      const each = minutes(Date.parse(slot), Date.parse(until ?? slot))
      return each.map((at) => ({ at, reason: each.length === count ? reason : `${reason}, counted as ${count}` }))
    })
    return all.map((one) =>
      all.filter(({ at }) => at === one.at).length === 1 ? one : { ...one, reason: `${one.reason}, twice` },
    )
  })
