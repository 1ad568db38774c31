import type { KubeObject } from '../../../api/kubernetes/object'
import type { Seen } from '../world/history'
import type { World } from '../world/world'
import type { Oracle } from './oracle'
import { snapshotFacts } from './snapshot-facts'

const NAME = 'invariant 1: a due slot yields exactly one Snapshot or one recorded skip'

/** Milliseconds before an end in which a slot may go either way: caches may lag a minute, and answers get lost. */
const MARGIN = 360_000

interface Memory {
  readonly policy: string
  readonly schedule: string
  readonly minutes: number
  /** First slot that the policy took on. */
  readonly from: number
  readonly skips: Array<readonly [number, number]>
  /** The slot that waits now, with all that follow it. */
  heldFrom: number
}

interface Skip {
  readonly slot: string
  readonly until?: string
}

/** Never two: counted over all that Metacontroller ever made. Never none: held against the calendar. */
export const slotsMinted: Oracle = {
  name: NAME,
  watch: (world) => {
    const minted = new Map<string, KubeObject>()
    const memories = new Map<string, Memory>()
    const told = new Set<string>()
    world.onAnswer((path, body) => {
      if (path.startsWith('/v2/snapshot-policy/')) snapshotsIn(body).forEach((uid) => told.add(uid))
    })
    world.history.onChange((seen) => {
      if (seen.object.kind === 'Snapshot' && seen.type === 'ADDED') countMint(world, { minted, told }, seen)
      if (seen.object.kind === 'SnapshotPolicy') remember(memories, seen.object)
    })
    return { atEnd: () => memories.forEach((memory) => judgeNone(world, minted, memory)) }
  },
}

/** UIDs of the Snapshots that a call to the policy's hook carries. */
const snapshotsIn = (body: unknown): ReadonlyArray<string> => {
  const { children = {} } = body as { children?: { [kind: string]: { [name: string]: KubeObject } } }
  return Object.values(children).flatMap((objects) => Object.values(objects).map(({ metadata }) => metadata.uid ?? ''))
}

const mintKey = (policy: string | undefined, schedule: string | undefined, slot: number): string =>
  [policy, schedule, slot].join(' ')

interface Mints {
  readonly minted: Map<string, KubeObject>
  readonly told: ReadonlySet<string>
}

const countMint = (world: World, { minted, told }: Mints, { object, by }: Seen): void => {
  const { policyUid, scheduleUid, slot } = snapshotFacts(object)
  if (by !== 'metacontroller' || slot === undefined) return
  const key = mintKey(policyUid, scheduleUid, Date.parse(slot))
  const before = minted.get(key)
  if (before !== undefined && !wasTakenUnseen(world, told, before))
    world.violate(NAME, `slot ${slot} was minted twice: ${before.metadata.name} and ${object.metadata.name}`)
  minted.set(key, object)
}

/** Deleted by hand before any cache told of it: that is as if its creation had failed. */
const wasTakenUnseen = (world: World, told: ReadonlySet<string>, { metadata }: KubeObject): boolean =>
  !told.has(metadata.uid ?? '') && world.history.lives.get(metadata.uid ?? '')?.dying?.by === 'person'

interface Remembered {
  readonly cron: string
  readonly next?: string
  readonly held?: string
  readonly skips?: ReadonlyArray<Skip>
}

const remember = (memories: Map<string, Memory>, policy: KubeObject): void => {
  const { schedules = {} } = (policy['status'] ?? {}) as { schedules?: { [uid: string]: Remembered } }
  for (const [schedule, remembered] of Object.entries(schedules)) {
    const key = `${policy.metadata.uid} ${schedule}`
    const memory = memories.get(key) ?? firstMemory(policy.metadata.uid ?? '', schedule, remembered)
    if (memory === undefined) continue
    memories.set(key, memory)
    memory.heldFrom = remembered.held === undefined ? Infinity : Date.parse(remembered.next ?? '')
    for (const { slot, until } of remembered.skips ?? [])
      memory.skips.push([Date.parse(slot), Date.parse(until ?? slot)])
  }
}

const firstMemory = (policy: string, schedule: string, { cron, next }: Remembered): Memory | undefined =>
  next === undefined
    ? undefined
    : {
        policy,
        schedule,
        minutes: Number(/^\*\/(\d+) /.exec(cron)?.[1]),
        from: Date.parse(next),
        skips: [],
        heldFrom: Infinity,
      }

const judgeNone = (world: World, minted: ReadonlyMap<string, KubeObject>, memory: Memory): void => {
  const until = Math.min(...[memory.policy, memory.schedule].map((uid) => endOf(world, uid))) - MARGIN
  for (let slot = memory.from; slot < until; slot = nextSlot(slot, memory.minutes)) {
    const skipped = slot >= memory.heldFrom || memory.skips.some(([first, last]) => first <= slot && slot <= last)
    if (!skipped && !minted.has(mintKey(memory.policy, memory.schedule, slot)))
      world.violate(NAME, `slot ${new Date(slot).toISOString()} was neither minted nor skipped`)
  }
}

/** When an object stopped to count: dying, gone, or, of a schedule, stopped for good by the end of the world. */
const endOf = (world: World, uid: string): number => {
  const died = world.history.lives.get(uid)?.dying?.at
  const end = died ?? world.calmAt ?? world.clock.now()
  const outage = world.outages.find(({ from, to }) => from < end && end < (to ?? Infinity) + MARGIN)
  const lastCall = outage?.from ?? end
  // To hooks whose clock was behind, the last slots before a death had not come yet when they were called last.
  return died === undefined ? lastCall : lastCall - world.behind
}

/** A step of minutes counts from the full hour. */
const nextSlot = (slot: number, minutes: number): number => {
  const hour = slot - (slot % 3_600_000)
  const next = slot + minutes * 60_000
  return next >= hour + 3_600_000 ? hour + 3_600_000 : next
}
