import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { sameJson } from '../../core/json/same-json'
import { means } from '../../core/schedule'
import type { PolicyMemory } from '../memory'
import { quiet, type Scene, type ScheduleSlots } from './scene'
import { schedulesNeed, scheduleState } from './schedule-state'
import { scheduleSlots } from './schedule-slots'

/** The slots of every schedule that means the policy, or did. */
export const policySlots = (
  schedules: ReadonlyArray<SnapshotSchedule>,
  memory: PolicyMemory,
  scene: Omit<Scene, 'certain'>,
): ReadonlyArray<ScheduleSlots> => {
  const certain = { ...scene, certain: memory._tag === 'Certain' }
  const known = memory.schedules
  const ids = new Set(schedules.map(({ metadata }) => metadata.uid))
  return [
    ...schedules.flatMap((schedule) => ofSchedule(schedule, known[schedule.metadata.uid ?? ''], certain)),
    ...Object.entries(known)
      .filter(([uid]) => !ids.has(uid))
      .map(([uid, remembered]) => ofUnseen(uid, remembered, { ...certain, schedules })),
  ]
}

/** Whether anything that is remembered would become something else. */
export const remembersMore = (slots: ReadonlyArray<ScheduleSlots>, memory: PolicyMemory): boolean =>
  slots.some(({ uid, memory: after }) => {
    const before = memory.schedules[uid]
    return after !== before && !sameJson(after, before)
  })

export const memoriesOf = (slots: ReadonlyArray<ScheduleSlots>): { readonly [uid: string]: ScheduleMemory } =>
  Object.fromEntries(
    slots
      .flatMap(({ uid, memory }) => (memory === undefined ? [] : [[uid, memory] as const]))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** A slot that is being made is finished even when the schedule has turned to another policy meanwhile. */
const ofSchedule = (
  schedule: SnapshotSchedule,
  known: ScheduleMemory | undefined,
  scene: Scene,
): ReadonlyArray<ScheduleSlots> => {
  const uid = schedule.metadata.uid ?? ''
  if (schedule.metadata.deletionTimestamp !== undefined) return known === undefined ? [] : [quiet(uid, known)]
  return means(schedule, scene.policy) || known?.minting !== undefined
    ? [scheduleSlots(schedule, known, scene)]
    : known === undefined
      ? []
      : [quiet(uid, undefined)]
}

const ofUnseen = (
  uid: string,
  known: ScheduleMemory,
  scene: Scene & { readonly schedules: ReadonlyArray<SnapshotSchedule> },
): ScheduleSlots => {
  const namespace = scene.policy.metadata.namespace ?? ''
  switch (scheduleState(uid, namespace, scene)) {
    case 'NotRead':
      return { ...quiet(uid, known), needs: [schedulesNeed(namespace)] }
    case 'Gone':
      return quiet(uid, undefined)
    case 'Alive':
    case 'Unclear':
      return quiet(uid, known)
  }
}
