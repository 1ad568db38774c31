import * as O from 'fp-ts/Option'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import { hasCondition } from '../../core/conditions'
import { present } from '../../core/json/present'
import { lastCall } from '../../core/memo/last-call'
import type { Activity, PriorPin, SlotFacts, SlotMemory, Timing, TimingSpec } from '../../core/schedule'
import { instantOf, type Instant } from '../../core/time/instant'
import { isUnfinished, type Row } from '../row'
import type { Scene } from './scene'

/** Rows that a schedule made; those of an older release carry its name only. */
export const belongsTo =
  ({ metadata: { uid, name } }: SnapshotSchedule) =>
  (row: Row): boolean =>
    row.scheduleUid === undefined ? row.schedule === name : row.scheduleUid === uid

export const rowsOfSchedule = lastCall((rows: ReadonlyArray<Row>, schedule: SnapshotSchedule): ReadonlyArray<Row> =>
  rows.filter(belongsTo(schedule)),
)

export const slotFacts = (
  schedule: SnapshotSchedule,
  memory: O.Option<SlotMemory>,
  { spelled, timing }: { readonly spelled: TimingSpec; readonly timing: Timing },
  { policy, rows, now }: Scene,
): SlotFacts => {
  const { schedule: spec } = schedule.spec
  const concurrencyPolicy = spec.concurrencyPolicy ?? 'Forbid'
  const createdAt = instantOf(schedule.metadata.creationTimestamp) ?? 0
  return {
    now,
    spelled,
    timing,
    createdAt,
    suspended: spec.suspend ?? false,
    policySuspended: policy.spec.suspend ?? false,
    runOnCreate: spec.runOnCreate ?? false,
    ...present(spec.startingDeadlineSeconds, (startingDeadlineSeconds) => ({ startingDeadlineSeconds })),
    concurrencyPolicy,
    activity: activityOf(
      rowsOfSchedule(rows, schedule).filter(isUnfinished),
      concurrencyPolicy === 'Replace' && O.isSome(memory) ? memory.value.next : undefined,
    ),
    memory,
    prior: priorPin(schedule, policy),
  }
}

/** An unfinished run that a slot may replace: older than it, and not pinned. */
export const isReplaceable = (row: Row, slot: Instant): boolean =>
  isUnfinished(row) && !row.pinned && row.createdAt < slot

const activityOf = (unfinished: ReadonlyArray<Row>, slot: Instant | undefined): Activity => {
  const counted = unfinished.filter((row) => slot === undefined || isReplaceable(row, slot))
  if (counted.length === 0) return 'None'
  if (counted.some(({ run }) => run === 'Unknown')) return 'Unknown'
  return counted.some(isParked) ? 'Parked' : 'Running'
}

const isParked = ({ snapshot }: Row): boolean =>
  hasCondition(snapshot.status?.conditions, 'RepositorySlotAvailable', 'False')

/** What the schedule's status says; a slot from before the policy existed is not the policy's. */
const priorPin = ({ status }: SnapshotSchedule, { metadata }: SnapshotPolicy): PriorPin => {
  const next = instantOf(status?.nextSchedule?.at)
  const isOurs = next !== undefined && (instantOf(metadata.creationTimestamp) ?? 0) <= next
  return {
    ...present(instantOf(status?.lastSchedule?.at), (last) => ({ last })),
    ...(isOurs
      ? {
          next: {
            at: next,
            ...present(status?.nextSchedule?.timezone, (timezone) => ({ timezone })),
            ...present(status?.nextSchedule?.jitter, (jitter) => ({ jitter })),
          },
        }
      : {}),
  }
}
