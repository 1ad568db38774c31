import { instantOf } from '../../core/time/instant'
import * as E from 'fp-ts/Either'
import * as O from 'fp-ts/Option'
import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { sameJson } from '../../core/json/same-json'
import { present } from '../../core/json/present'
import { lastCall } from '../../core/memo/last-call'
import {
  isAhead,
  isWaiting,
  parseTiming,
  planSlot,
  sameTiming,
  type SlotPlan,
  type TimingSpec,
} from '../../core/schedule'
import { tellClockAhead } from './clock-ahead'
import { effectiveTiming, isTimezoneAmbiguous } from './effective-timing'
import { fire, type Firing } from './fire'
import { mint } from './mint'
import { withOutcomes } from './outcomes'
import { quiet, type Scene, type ScheduleSlots } from './scene'
import { skipEvent } from './slot-event'
import { rowsOfSchedule, slotFacts } from './slot-facts'
import { slotMemory, withSlots } from './wire-memory'

/** Decides what becomes of one schedule's slots for one policy, from what is remembered and what is there now. */
export const scheduleSlots = (
  schedule: SnapshotSchedule,
  known: ScheduleMemory | undefined,
  scene: Scene,
): ScheduleSlots => {
  const uid = schedule.metadata.uid ?? ''
  const spelled = effectiveTiming(schedule, scene.targets, known)
  const memory =
    known === undefined
      ? undefined
      : withZone(withOutcomes(known, rowsOfSchedule(scene.rows, schedule)), schedule, scene)
  const minted = memory === undefined ? quiet(uid, undefined) : mint(schedule, memory, scene)
  return minted.memory?.minting !== undefined
    ? minted
    : withSkipEvents(
        schedule,
        minted.memory,
        scene,
        withWake({ ...minted, ...planned(schedule, minted, spelled, scene) }),
      )
}

const planned = (
  schedule: SnapshotSchedule,
  minted: ScheduleSlots,
  spelled: TimingSpec,
  scene: Scene,
): Partial<ScheduleSlots> => {
  const slots = minted.memory === undefined ? O.none : O.some(slotMemory(minted.memory))
  const timing = timingOf(schedule, spelled.cron, spelled.timezone, spelled.jitter)
  const ahead =
    E.isRight(timing) &&
    O.isSome(slots) &&
    sameTiming(slots.value.timing, spelled) &&
    isAhead(slots.value, timing.right, scene.now)
  if (!ahead && O.isSome(slots) && isWaiting(slots.value, spelled, scene.now))
    return slots.value.next === undefined ? {} : { wake: slots.value.next }
  if (E.isLeft(timing)) return {}
  const facts = slotFacts(schedule, slots, { spelled, timing: timing.right }, scene)
  const base = minted.memory ?? withZone({ name: schedule.metadata.name, ...spelled }, schedule, scene)
  const plan = planSlot(facts)
  const step = act(schedule, base, plan, { ...scene, facts })
  return ahead
    ? { ...step, ...tellClockAhead(schedule, scene.policy, { before: slots.value, after: plan.memory }) }
    : step
}

/** Remembers that the zone is a makeshift, as long as it is one. */
const withZone = (memory: ScheduleMemory, schedule: SnapshotSchedule, { targets }: Scene): ScheduleMemory => {
  if (isTimezoneAmbiguous(schedule, targets)) return { ...memory, timezoneAmbiguous: true }
  if (memory.timezoneAmbiguous === undefined) return memory
  const { timezoneAmbiguous: _, ...settled } = memory
  return settled
}

/** The same words mean the same times again and again. */
const timingOf = lastCall(
  ({ metadata }: SnapshotSchedule, cron: string, timezone: string, jitter: string | undefined) =>
    parseTiming(
      { cron, timezone, ...present(jitter, (window) => ({ jitter: window })) },
      metadata.uid ?? metadata.name,
    ),
)

const act = (
  schedule: SnapshotSchedule,
  base: ScheduleMemory,
  plan: SlotPlan,
  scene: Omit<Firing, 'slot'>,
): Partial<ScheduleSlots> => {
  const memory = withSlots(base, plan.memory)
  switch (plan.step._tag) {
    case 'Wait':
    case 'Hold':
      return { memory, ...wakeAt(plan.step.until) }
    case 'Replace':
      return { memory, replace: { schedule, slot: plan.step.slot }, ...wakeAt(plan.step.until) }
    case 'Fire':
      return fire(schedule, base, plan.memory, { ...scene, slot: plan.step.slot })
  }
}

/** Unless a step says otherwise, the next look is due with the pinned slot. */
const withWake = (slots: ScheduleSlots): ScheduleSlots =>
  slots.wake === undefined && slots.memory?.held === undefined && slots.replace === undefined
    ? { ...slots, ...wakeAt(instantOf(slots.memory?.next)) }
    : slots

const wakeAt = (until: number | undefined): { readonly wake?: number } => (until === undefined ? {} : { wake: until })

const withSkipEvents = (
  schedule: SnapshotSchedule,
  before: ScheduleMemory | undefined,
  { policy, certain }: Scene,
  slots: ScheduleSlots,
): ScheduleSlots =>
  certain && slots.memory?.skips !== undefined && slots.memory.skips !== before?.skips
    ? {
        ...slots,
        effects: [
          ...slots.effects,
          ...newSkips(before, slots.memory).map((skip) => skipEvent(schedule, policy.metadata.name, skip)),
        ],
      }
    : slots

const newSkips = (before: ScheduleMemory | undefined, after: ScheduleMemory) => {
  const old = before?.skips ?? []
  const fresh = (after.skips ?? []).filter((skip) => !old.some((other) => sameJson(other, skip)))
  return slotMemory({ ...after, skips: fresh }).skips
}
