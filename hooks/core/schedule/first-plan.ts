import type { Instant } from '../time/instant'
import { pin, type PinTiming } from './pin'
import type { SlotMemory } from './slot-memory'
import type { TimingSpec } from './timing'

/** What a schedule's own status says of its slots; it counts only where nothing is remembered. */
export interface PriorPin {
  readonly last?: Instant
  readonly next?: { readonly at: Instant; readonly timezone?: string; readonly jitter?: string }
}

export interface FirstFacts extends PinTiming {
  readonly now: Instant
  readonly createdAt: Instant
  readonly runOnCreate: boolean
  readonly prior: PriorPin
}

/** A memory that starts where the schedule's own status stands, else with the first slot after now. */
export const firstPin = (facts: FirstFacts): SlotMemory => {
  const handled = facts.prior.last === undefined ? {} : { handled: facts.prior.last }
  const { next } = facts.prior
  return next === undefined
    ? pin({ timing: facts.spelled, skips: [], ...handled }, facts, facts.now)
    : { timing: recorded(facts.spelled, next), next: next.at, skips: [], ...handled }
}

/** A schedule that runs on creation does so once for each policy, anchored at its own creation. */
export const firesOnCreation = ({ runOnCreate, prior, createdAt }: FirstFacts): boolean =>
  runOnCreate && prior.next === undefined && (prior.last === undefined || prior.last === createdAt)

/** The recorded zone and jitter, where there are any: a difference means that the pin is stale. */
const recorded = (spelled: TimingSpec, next: NonNullable<PriorPin['next']>): TimingSpec => ({
  ...spelled,
  ...(next.timezone === undefined ? {} : { timezone: next.timezone }),
  ...(next.jitter === undefined ? {} : { jitter: next.jitter }),
})
