import { formatInstant, type Instant } from '../../../hooks/core/time/instant'
import type { Attempt } from './attempt-folder'
import type { JobStatus } from './job-spec'
import { hasFailed, hasSucceeded, isActive, type NextStep } from './next-step'

/** The status that the Job controller would show. Computed from the folders alone, so it is the same after a restart. */
export const jobStatus = (
  previous: JobStatus,
  attempts: ReadonlyArray<Attempt>,
  step: NextStep,
  now: Instant,
): JobStatus => {
  const active = attempts.filter(isActive).length
  const succeeded = attempts.some(hasSucceeded) ? 1 : 0
  const failed = attempts.filter(hasFailed).length
  const startTime = previous.startTime ?? formatInstant(now)
  return {
    startTime,
    ...positive('active', active),
    ...positive('succeeded', succeeded),
    ...positive('failed', failed),
    ready: attempts.filter(({ state }) => state._tag === 'Running').length,
    ...closing(step, now),
  }
}

const positive = (field: 'active' | 'succeeded' | 'failed', count: number): JobStatus =>
  count === 0 ? {} : { [field]: count }

/** As the API shows it since 1.31: first that the end criterion is met, then the end itself. */
const closing = (step: NextStep, now: Instant): JobStatus => {
  const time = formatInstant(now)
  const condition = (type: string, reason: string, message: string) => ({
    type,
    status: 'True',
    reason,
    message,
    lastProbeTime: time,
    lastTransitionTime: time,
  })
  switch (step._tag) {
    case 'Complete': {
      const message = 'Reached expected number of succeeded pods'
      return {
        completionTime: time,
        conditions: [
          condition('SuccessCriteriaMet', 'CompletionsReached', message),
          condition('Complete', 'CompletionsReached', message),
        ],
      }
    }
    case 'Fail':
      return {
        conditions: [
          condition('FailureTarget', step.reason, step.message),
          condition('Failed', step.reason, step.message),
        ],
      }
    case 'Start':
    case 'Stop':
    case 'Wait':
      return {}
  }
}
