import { hasCondition, type ConditionUpdate } from '../core/conditions'
import type { AnyRepository } from '../core/repository'
import type { AnyStatus } from './any-status'
import type { EventDraft } from './event-draft'
import { conditionsOf } from './status-conditions'

const DEFAULT_THRESHOLD = 1000

/** Many index blobs make every connect slow; they are merged by maintenance. An unknown count says nothing. */
export const indexBlobHealth = (
  { spec }: Pick<AnyRepository, 'spec'>,
  { storageStats }: AnyStatus,
): ReadonlyArray<ConditionUpdate> => {
  const threshold = spec.health?.indexBlobWarnThreshold ?? DEFAULT_THRESHOLD
  const count = storageStats?.indexBlobCount
  if (count === undefined) return []
  return threshold > 0 && count > threshold
    ? [
        {
          type: 'IndexBlobHealth',
          status: 'False',
          reason: 'TooManyIndexBlobs',
          message: `The repository holds more than ${threshold} index blobs. See that full maintenance runs: look for another owner in the Maintenance (ownership.takeoverPolicy: Force once takes it over), shorten spec.parameters.epoch.minDuration, or raise spec.health.indexBlobWarnThreshold.`,
        },
      ]
    : [
        {
          type: 'IndexBlobHealth',
          status: 'True',
          reason: 'Healthy',
          message: 'The number of index blobs is in bounds.',
        },
      ]
}

/** Told once for each time the threshold is crossed. */
export const indexBlobEvents = (
  before: AnyStatus,
  updates: ReadonlyArray<ConditionUpdate>,
  observedAt: string,
): ReadonlyArray<EventDraft> =>
  updates
    .filter(
      ({ status, reason }) =>
        status === 'False' && !hasCondition(conditionsOf(before), 'IndexBlobHealth', 'False', reason),
    )
    .map(({ reason, message }) => ({
      type: 'Warning',
      reason,
      action: 'EnsureMaintenance',
      message,
      occasion: observedAt,
    }))
