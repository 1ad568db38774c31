import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { API_VERSION } from '../../../api/names/group'
import type { Effect } from '../../effect'
import type { Skip, SkipReason } from '../../core/schedule'
import { formatInstant } from '../../core/time/instant'

/** Tells of slots passed over, on the schedule, once. */
export const skipEvent = (schedule: SnapshotSchedule, policy: string, skip: Skip): Effect => ({
  _tag: 'EmitEvent',
  regarding: regarding(schedule),
  type: skip.reason === 'FanoutCapped' ? 'Warning' : 'Normal',
  reason: 'MissedSchedule',
  action: ACTIONS[skip.reason],
  message: `Policy ${policy}: ${slots(skip)} passed over, ${CAUSES[skip.reason]}`,
  occasion: `${policy} ${formatInstant(skip.slot)} ${skip.until === undefined ? '' : formatInstant(skip.until)} ${skip.reason}`,
})

export const replacedEvent = (
  schedule: SnapshotSchedule,
  policy: string,
  { name, uid }: { readonly name: string; readonly uid: string },
): Effect =>
  scheduleEvent(schedule, {
    type: 'Normal',
    reason: 'ReplacedActiveRun',
    action: 'ReplaceInFlightRun',
    message: `Policy ${policy}: Snapshot ${name} was not finished and goes for the next slot (concurrencyPolicy Replace)`,
    occasion: uid,
  })

export const scheduleEvent = (
  schedule: SnapshotSchedule,
  parts: {
    readonly type: 'Normal' | 'Warning'
    readonly reason: string
    readonly action: string
    readonly message: string
    readonly occasion: string
  },
): Effect => ({ _tag: 'EmitEvent', regarding: regarding(schedule), ...parts })

const regarding = ({ metadata: { namespace, name, uid } }: SnapshotSchedule) => ({
  apiVersion: API_VERSION,
  kind: 'SnapshotSchedule',
  ...(namespace === undefined ? {} : { namespace }),
  name,
  uid: uid ?? '',
})

const slots = ({ slot, until, count }: Skip): string =>
  until === undefined || count === 1
    ? `slot ${formatInstant(slot)}`
    : `${count} slots from ${formatInstant(slot)} to ${formatInstant(until)}`

const ACTIONS: { readonly [R in SkipReason]: string } = {
  Expired: 'SkipExpiredSlot',
  Collapsed: 'CollapseMissedSlots',
  Forbid: 'AwaitActiveRun',
  Suspended: 'ResumePolicy',
  FanoutCapped: 'NarrowFanout',
}

const CAUSES: { readonly [R in SkipReason]: string } = {
  Expired: 'startingDeadlineSeconds had run out',
  Collapsed: 'one run stands for all that were missed',
  Forbid: 'the run before was not finished (concurrencyPolicy Forbid)',
  Suspended: 'schedule or policy was suspended',
  FanoutCapped: 'it would have made too many Snapshots; select fewer claims or repositories',
}
