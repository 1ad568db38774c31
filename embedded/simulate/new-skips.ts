import type { ScheduleMemory } from '../../api/kinds/shared/schedule-memory'
import { sameJson } from '../../hooks/core/json/same-json'
import type { Instant } from '../../hooks/core/time/instant'
import { rememberedTiming, slotsOfSkip } from './slot-list'

export interface Memories {
  readonly [uid: string]: ScheduleMemory
}

interface NewSkips {
  /** Name of the schedule. */
  readonly schedule: string
  readonly reason: string
  readonly slots: ReadonlyArray<Instant>
}

/** Slots that were passed over between two readings of what a policy remembers, one by one. */
export const newSkips = (before: Memories, after: Memories): ReadonlyArray<NewSkips> =>
  Object.entries(after).flatMap(([uid, memory]) => {
    const known = before[uid]?.skips ?? []
    if (memory.skips === undefined || sameJson(memory.skips, known)) return []
    const timing = rememberedTiming(uid, memory)
    return memory.skips.flatMap((skip) => {
      const counted = known.find(({ slot }) => slot === skip.slot)?.count ?? 0
      return counted === skip.count
        ? []
        : [{ schedule: memory.name, reason: skip.reason, slots: slotsOfSkip(timing, skip).slice(counted) }]
    })
  })
