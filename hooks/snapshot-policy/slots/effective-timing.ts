import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { present } from '../../core/json/present'
import type { TimingSpec } from '../../core/schedule'
import type { Target } from '../target'

/**
 * When a schedule fires for one policy. What it does not say comes from the policy's repositories where they agree. As
 * long as one of them cannot be seen, what was pinned before stays.
 */
export const effectiveTiming = (
  { spec: { schedule } }: SnapshotSchedule,
  targets: ReadonlyArray<Target>,
  memory: ScheduleMemory | undefined,
): TimingSpec => {
  const seen = targets.every(({ object }) => object !== undefined)
  const timezone = schedule.timezone ?? (seen ? agreed(targets, 'timezone') : memory?.timezone) ?? 'UTC'
  const jitter = schedule.jitter ?? (seen ? agreed(targets, 'jitter') : memory?.jitter)
  return { cron: schedule.cron, timezone, ...present(jitter, (window) => ({ jitter: window })) }
}

/** Whether the repositories name different zones, so that UTC is used for want of a better one. */
export const isTimezoneAmbiguous = ({ spec }: SnapshotSchedule, targets: ReadonlyArray<Target>): boolean =>
  spec.schedule.timezone === undefined && targets.length > 1 && new Set(targets.map(defaultOf('timezone'))).size > 1

const defaultOf =
  (field: 'timezone' | 'jitter') =>
  ({ object }: Target): string | undefined =>
    object?.spec.scheduleDefaults?.[field]

const agreed = (targets: ReadonlyArray<Target>, field: 'timezone' | 'jitter'): string | undefined => {
  const defaults = new Set(targets.map(defaultOf(field)))
  return defaults.size === 1 ? [...defaults][0] : undefined
}
