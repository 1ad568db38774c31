import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import type { SlotMemory } from '../../core/schedule'
import { formatInstant } from '../../core/time/instant'
import type { ScheduleSlots } from './scene'
import { scheduleEvent } from './slot-event'

interface Pins {
  readonly before: SlotMemory
  readonly after: SlotMemory
}

/**
 * What a service whose clock was ahead has left in the memory. A pin is brought back, and an Event tells it. What was
 * decided stays decided, for no slot may run twice: then a condition says until when nothing runs, and the way out.
 */
export const tellClockAhead = (
  schedule: SnapshotSchedule,
  { metadata }: SnapshotPolicy,
  { before, after }: Pins,
): Partial<Pick<ScheduleSlots, 'effects' | 'refusal'>> => {
  const next = after.next === undefined ? 'none' : formatInstant(after.next)
  if (after.next !== before.next)
    return {
      effects: [
        scheduleEvent(schedule, {
          type: 'Warning',
          reason: 'SlotPinnedAnew',
          action: 'CheckClock',
          message: `Policy ${metadata.name}: a clock that was ahead had pinned slot ${formatInstant(before.next ?? 0)}; the next one is ${next}`,
          occasion: `${metadata.name} ${next}`,
        }),
      ],
    }
  return schedule.spec.schedule.suspend === true
    ? {}
    : { refusal: { reason: 'SlotsDecidedAhead', ...wayOut(schedule, next) } }
}

const wayOut = ({ metadata: { namespace = '', name } }: SnapshotSchedule, next: string) => ({
  field: `Schedule ${name}`,
  message: `a clock that was ahead has decided its slots, and the next one is ${next}. Give it another time, a minute later for example, and its slots begin anew: kubectl -n ${namespace} edit snapshotschedule ${name}`,
})
