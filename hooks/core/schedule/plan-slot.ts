import * as O from 'fp-ts/Option'
import { wholeSeconds, type Instant } from '../time/instant'
import { isAhead } from './ahead'
import { firesOnCreation, firstPin, type PriorPin } from './first-plan'
import { passOver, passOverExpired } from './pass-over'
import { pin } from './pin'
import { withSkip, type Hold, type SlotMemory } from './slot-memory'
import type { Timing, TimingSpec } from './timing'

export type ConcurrencyPolicy = 'Forbid' | 'Allow' | 'Replace'

/**
 * Unfinished runs of the same schedule and policy. `Unknown`: one whose phase this release does not know; `Parked`: one
 * that waits for the repository to let it in, so that replacing it would keep all of them waiting for ever.
 */
export type Activity = 'None' | 'Running' | 'Unknown' | 'Parked'

export interface SlotFacts {
  readonly now: Instant
  readonly spelled: TimingSpec
  readonly timing: Timing
  readonly createdAt: Instant
  readonly suspended: boolean
  readonly policySuspended: boolean
  readonly runOnCreate: boolean
  readonly startingDeadlineSeconds?: number
  readonly concurrencyPolicy: ConcurrencyPolicy
  readonly activity: Activity
  readonly memory: O.Option<SlotMemory>
  readonly prior: PriorPin
}

export type SlotStep =
  /** Nothing is due before `until`; absent where the expression has no further time. */
  | { readonly _tag: 'Wait'; readonly until?: Instant }
  /** The pinned slot is due and waits; `until` is when that changes by time alone. */
  | { readonly _tag: 'Hold'; readonly why: Hold; readonly until?: Instant }
  /** Unfinished runs have to go before the pinned slot fires. */
  | { readonly _tag: 'Replace'; readonly slot: Instant; readonly until?: Instant }
  | { readonly _tag: 'Fire'; readonly slot: Instant }

/** `Fire` leaves the pin where it is: `afterFiring` moves it once the members of the run are known. */
export interface SlotPlan {
  readonly memory: SlotMemory
  readonly step: SlotStep
}

/** Decides what becomes of a schedule's pinned slot now. */
export const planSlot = (facts: SlotFacts): SlotPlan =>
  O.isSome(facts.memory) ? planKnown(facts.memory.value, facts) : planFirst(facts)

const planFirst = (facts: SlotFacts): SlotPlan =>
  firesOnCreation(facts) && !facts.suspended && !facts.policySuspended
    ? {
        memory: { timing: facts.spelled, next: facts.createdAt, skips: [] },
        step: { _tag: 'Fire', slot: facts.createdAt },
      }
    : planKnown(firstPin(facts), facts)

const planKnown = (known: SlotMemory, facts: SlotFacts): SlotPlan => {
  const memory = broughtBack(repinned(known, facts), facts)
  return memory.next === undefined || memory.next > facts.now
    ? { memory: released(memory), step: { _tag: 'Wait', ...until(memory.next) } }
    : planDue(memory, memory.next, facts)
}

const planDue = (memory: SlotMemory, slot: Instant, facts: SlotFacts): SlotPlan => {
  const { now, startingDeadlineSeconds: deadlineSeconds } = facts
  if (facts.suspended) return hold(memory, 'Suspended', undefined)
  if (facts.policySuspended) return planKnown(passOver(memory, slot, { ...facts, reason: 'Suspended' }), facts)
  return deadlineSeconds !== undefined && wholeSeconds(now) - wholeSeconds(slot) > deadlineSeconds
    ? planKnown(passOverExpired(memory, slot, { ...facts, deadlineSeconds }), facts)
    : planBesideOthers(memory, slot, facts)
}

const planBesideOthers = (memory: SlotMemory, slot: Instant, facts: SlotFacts): SlotPlan => {
  const expiry = expiryOf(slot, facts)
  if (facts.activity === 'None' || facts.concurrencyPolicy === 'Allow') return { memory, step: { _tag: 'Fire', slot } }
  if (facts.concurrencyPolicy === 'Forbid') return hold(memory, 'Forbid', expiry)
  switch (facts.activity) {
    case 'Unknown':
      return hold(memory, 'UnknownRun', expiry)
    case 'Parked':
      return hold(memory, 'ParkedRun', expiry)
    case 'Running':
      return { memory, step: { _tag: 'Replace', slot, ...until(expiry) } }
  }
}

const hold = (memory: SlotMemory, why: Hold, end: Instant | undefined): SlotPlan => ({
  memory: { ...memory, held: why },
  step: { _tag: 'Hold', why, ...until(end) },
})

/** A pin made with another expression, zone or jitter is made again; a slot it had due is passed over. */
const repinned = (memory: SlotMemory, facts: SlotFacts): SlotMemory =>
  sameTiming(memory.timing, facts.spelled)
    ? memory
    : memory.next !== undefined && memory.next <= facts.now
      ? pin(withSkip(memory, { slot: memory.next, count: 1, reason: 'Collapsed' }), facts, facts.now)
      : pin(memory, facts, facts.now)

/** What a clock ahead has decided stays decided, so the pin comes back no further than behind that. */
const broughtBack = (memory: SlotMemory, facts: SlotFacts): SlotMemory => {
  const decided = Math.max(facts.now, facts.createdAt, memory.handled ?? 0)
  return isAhead(memory, facts.timing, decided) ? pin(memory, facts, decided) : memory
}

export const sameTiming = (a: TimingSpec, b: TimingSpec): boolean =>
  a.cron === b.cron && a.timezone === b.timezone && (a.jitter ?? '') === (b.jitter ?? '')

const expiryOf = (slot: Instant, { startingDeadlineSeconds }: SlotFacts): Instant | undefined =>
  startingDeadlineSeconds === undefined ? undefined : slot + (startingDeadlineSeconds + 1) * 1000

const released = ({ held: _, ...memory }: SlotMemory): SlotMemory => memory

const until = (instant: Instant | undefined): { readonly until?: Instant } =>
  instant === undefined ? {} : { until: instant }

/** Whether a pin that was made with this timing still lies ahead, so that there is nothing to decide. */
export const isWaiting = (memory: SlotMemory, spelled: TimingSpec, now: Instant): boolean =>
  memory.held === undefined && sameTiming(memory.timing, spelled) && (memory.next === undefined || memory.next > now)
