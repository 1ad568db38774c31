import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import type { Timing } from '../../hooks/core/schedule'
import { formatInstant, type Instant } from '../../hooks/core/time/instant'
import type { PolicyWorld } from './policy-world'
import { rememberedTiming, slotsAfter, slotsUntil } from './slot-list'
import type { Simulated, Story } from './story'

/** Slots that are shown after the end. */
const SHOWN = 10

/** What is to come after the end, by schedule. It has to be asked at the end: later, slots after it are passed over. */
export const nextSlots = (worlds: ReadonlyArray<PolicyWorld>, story: Story): Simulated['next'] =>
  Object.fromEntries(
    story.schedules.map((schedule) => [
      scheduleKey(schedule),
      schedule.spec.schedule.suspend === true ? [] : timesOf(schedule, worlds, story.until),
    ]),
  )

export const scheduleKey = ({ metadata }: SnapshotSchedule): string => `${metadata.namespace ?? ''}/${metadata.name}`

const timesOf = (
  { metadata: { uid = '' } }: SnapshotSchedule,
  worlds: ReadonlyArray<PolicyWorld>,
  until: Instant,
): ReadonlyArray<string> => {
  const times = worlds
    .filter(({ isSuspended }) => !isSuspended)
    .flatMap(({ memories: { [uid]: memory } }) => {
      const timing = memory === undefined ? undefined : rememberedTiming(uid, memory)
      return memory?.next === undefined || timing === undefined ? [] : following(timing, Date.parse(memory.next), until)
    })
  return [...new Set(times)]
    .sort((a, b) => a - b)
    .slice(0, SHOWN)
    .map(formatInstant)
}

/** A pinned slot that is due already still waits for the run before it. */
const following = (timing: Timing, pinned: Instant, until: Instant): ReadonlyArray<Instant> =>
  pinned > until
    ? [pinned, ...slotsAfter(timing, pinned, SHOWN - 1)]
    : slotsAfter(timing, slotsUntil(timing, pinned, until).at(-1) ?? pinned, SHOWN)
