/** What schedules will run and what policies will keep, decided by the hooks themselves on a clock that does not wait. */
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { formatInstant, type Instant } from '../../hooks/core/time/instant'
import { History } from './history'
import { PolicyWorld } from './policy-world'
import { rememberedTiming, slotsAfter } from './slot-list'
import type { Simulated, Story } from './story'

/** Slots that are shown after the end. */
const SHOWN = 10

export const simulate = (told: Story): Simulated => {
  const story = atTheBeginning(told)
  const history = new History()
  const worlds = story.policies.map((policy) => new PolicyWorld(policy, story, history))
  for (const world of worlds) world.advance(story.from)
  for (let now = nextDue(worlds, story); now !== undefined; now = nextDue(worlds, story))
    for (const world of worlds) if ((world.due ?? Infinity) <= now) world.advance(now)
  worlds.forEach((world) => heldBySuspension(world, story, history))
  return {
    runs: history.runs(),
    skips: history.skips(),
    deleted: history.deleted(),
    kept: Object.fromEntries(worlds.map((world) => [world.key, world.kept])),
    next: Object.fromEntries(story.schedules.map((schedule) => [keyOf(schedule), nextTimes(schedule, worlds, story)])),
  }
}

/** Everything is as new, and what has no UID yet goes by its name. */
const atTheBeginning = (story: Story): Story => ({
  ...story,
  policies: story.policies.map(asNew(story.from)),
  schedules: story.schedules.map(asNew(story.from)),
})

type Named = { readonly metadata: SnapshotSchedule['metadata']; readonly status?: unknown }

const asNew =
  (from: Instant) =>
  <A extends Named>({ status: _, ...object }: A): Omit<A, 'status'> => ({
    ...object,
    metadata: {
      ...object.metadata,
      uid: object.metadata.uid ?? object.metadata.name,
      creationTimestamp: formatInstant(from),
    },
  })

/** Until the end everything happens; after it the runs that have begun come to theirs. */
const nextDue = (worlds: ReadonlyArray<PolicyWorld>, story: Story): Instant | undefined => {
  const times = worlds.flatMap((world) =>
    world.due !== undefined && (world.due <= story.until || world.hasRuns) ? [world.due] : [],
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

/** A suspended schedule keeps its slot pinned; up to the end each of its slots passes without a run. */
const heldBySuspension = (world: PolicyWorld, { until, schedules }: Story, history: History): void => {
  for (const [uid, memory] of Object.entries(world.memories)) {
    const schedule = schedules.find(({ metadata }) => metadata.uid === uid)
    if (memory.next === undefined || schedule?.spec.schedule.suspend !== true) continue
    const timing = rememberedTiming(uid, memory)
    const pinned = Date.parse(memory.next)
    if (timing === undefined || pinned > until) continue
    const slots = [pinned, ...slotsUntil(timing, pinned, until)]
    history.skip({ policy: world.key, schedule: keyOf(schedule), reason: 'Suspended' }, slots)
  }
}

const slotsUntil = (
  timing: Parameters<typeof slotsAfter>[0],
  pinned: Instant,
  until: Instant,
): ReadonlyArray<Instant> => {
  const found: Array<Instant> = []
  for (let last = pinned; ;) {
    const [next] = slotsAfter(timing, last, 1)
    if (next === undefined || next > until) return found
    found.push(next)
    last = next
  }
}

const nextTimes = (
  schedule: SnapshotSchedule,
  worlds: ReadonlyArray<PolicyWorld>,
  { until }: Story,
): ReadonlyArray<string> => {
  if (schedule.spec.schedule.suspend === true) return []
  const uid = schedule.metadata.uid ?? ''
  const times = worlds
    .filter(({ isSuspended }) => !isSuspended)
    .flatMap((world) => {
      const memory = world.memories[uid]
      const timing = memory === undefined ? undefined : rememberedTiming(uid, memory)
      if (memory?.next === undefined || timing === undefined) return []
      const pinned = Date.parse(memory.next)
      return pinned > until ? [pinned, ...slotsAfter(timing, pinned, SHOWN - 1)] : slotsAfter(timing, until, SHOWN)
    })
  return [...new Set(times)]
    .sort((a, b) => a - b)
    .slice(0, SHOWN)
    .map(formatInstant)
}

const keyOf = ({ metadata }: SnapshotSchedule): string => `${metadata.namespace ?? ''}/${metadata.name}`
