/** What schedules will run and what policies will keep, decided by the hooks themselves on a clock that does not wait. */
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import { formatInstant, type Instant } from '../../hooks/core/time/instant'
import { History } from './history'
import { nextSlots, scheduleKey } from './next-slots'
import { PolicyWorld } from './policy-world'
import { rememberedTiming, slotsUntil } from './slot-list'
import type { Simulated, Story } from './story'

export const simulate = (told: Story): Simulated => {
  const story = atTheBeginning(told)
  const history = new History()
  const worlds = story.policies.map((policy) => new PolicyWorld(policy, story, history))
  for (const world of worlds) world.advance(story.from)
  play(worlds, (_, due) => due <= story.until)
  const next = nextSlots(worlds, story)
  // Runs that have begun come to their end; what they pass over until then lies beyond the story.
  play(worlds, ({ hasRuns }) => hasRuns)
  worlds.forEach((world) => heldBySuspension(world, story, history))
  return {
    runs: history.runs(),
    skips: history.skips(),
    deleted: history.deleted(),
    kept: Object.fromEntries(worlds.map((world) => [world.key, world.kept])),
    next,
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

/** Lets everything that is due happen, in order, as long as it counts. */
const play = (worlds: ReadonlyArray<PolicyWorld>, counts: (world: PolicyWorld, due: Instant) => boolean): void => {
  for (let now = nextDue(worlds, counts); now !== undefined; now = nextDue(worlds, counts))
    for (const world of worlds) if ((world.due ?? Infinity) <= now) world.advance(now)
}

const nextDue = (
  worlds: ReadonlyArray<PolicyWorld>,
  counts: (world: PolicyWorld, due: Instant) => boolean,
): Instant | undefined => {
  const times = worlds.flatMap((world) => (world.due !== undefined && counts(world, world.due) ? [world.due] : []))
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
    history.skip({ policy: world.key, schedule: scheduleKey(schedule), reason: 'Suspended' }, slots)
  }
}
