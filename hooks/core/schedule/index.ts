/** When schedules fire: cron with `H`, time zones, jitter, and what becomes of each slot. */
export { isAhead } from './ahead'
export { parseCron, type Cron } from './cron'
export { jitterSeconds } from './jitter'
export { means } from './means'
export { slotHash } from './slot-hash'
export { afterFiring, passOver } from './pass-over'
export type { PriorPin } from './first-plan'
export {
  isWaiting,
  planSlot,
  sameTiming,
  type Activity,
  type ConcurrencyPolicy,
  type SlotFacts,
  type SlotPlan,
  type SlotStep,
} from './plan-slot'
export { SKIPS_KEPT, type Hold, type Skip, type SkipReason, type SlotMemory } from './slot-memory'
export {
  nextSlot,
  parseTiming,
  slotsBetween,
  type Slot,
  type Timing,
  type TimingProblem,
  type TimingSpec,
} from './timing'
export { parseZone, type Zone } from './zone'
