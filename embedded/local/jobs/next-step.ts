import type { Instant } from '../../../hooks/core/time/instant'
import { ExitCode } from '../../../api/mover/outcome'
import type { Attempt } from './attempt-folder'
import type { JobSpec } from './job-spec'

/** What to do about a Job that is not closed yet. */
export type NextStep =
  | { readonly _tag: 'Start' }
  /** Something is under way, or has to wait until then. */
  | { readonly _tag: 'Wait'; readonly until?: Instant }
  | { readonly _tag: 'Stop'; readonly attempt: Attempt }
  | { readonly _tag: 'Complete' }
  | { readonly _tag: 'Fail'; readonly reason: FailReason; readonly message: string }

export type FailReason = 'BackoffLimitExceeded' | 'DeadlineExceeded' | 'PodFailurePolicy'

export interface JobFacts {
  readonly spec: JobSpec
  readonly attempts: ReadonlyArray<Attempt>
  readonly startTime: Instant | undefined
  readonly now: Instant
  /** Delay before the second attempt in milliseconds, doubled for each further one. */
  readonly backoffMs: number
}

const DEFAULT_BACKOFF_LIMIT = 6
const LONGEST_BACKOFF_MS = 360_000

/** The rules of the Job controller for one pod at a time. */
export const nextStep = (facts: JobFacts): NextStep => {
  const { spec, attempts } = facts
  const active = attempts.find(isActive)
  if (attempts.some(hasSucceeded)) return { _tag: 'Complete' }
  if (isLate(facts)) return active === undefined ? late(facts) : { _tag: 'Stop', attempt: active }
  if (active !== undefined) return { _tag: 'Wait', ...deadline(facts) }
  const hopeless = attempts.find((attempt) => isHopeless(spec, attempt))
  if (hopeless !== undefined)
    return {
      _tag: 'Fail',
      reason: 'PodFailurePolicy',
      message: `Attempt ${hopeless.number} ended with exit code ${exitCode(hopeless)}`,
    }
  const failed = attempts.filter(hasFailed)
  if (failed.length > (spec.backoffLimit ?? DEFAULT_BACKOFF_LIMIT))
    return { _tag: 'Fail', reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' }
  return spec.suspend === true ? { _tag: 'Wait' } : startAfter(facts, failed)
}

/** Failures count; what was abandoned, or interrupted with its runner, does not. */
export const hasFailed = ({ state, interrupted }: Attempt): boolean =>
  !interrupted && (state._tag === 'Lost' || (state._tag === 'Exited' && state.code !== ExitCode.ok))

export const hasSucceeded = ({ state }: Attempt): boolean => state._tag === 'Exited' && state.code === ExitCode.ok

export const isActive = ({ state }: Attempt): boolean => state._tag === 'Starting' || state._tag === 'Running'

export const endOf = ({ state }: Attempt): Instant => (state._tag === 'Exited' || state._tag === 'Lost' ? state.at : 0)

const exitCode = ({ state }: Attempt): number | undefined => (state._tag === 'Exited' ? state.code : undefined)

const isHopeless = ({ podFailurePolicy }: JobSpec, attempt: Attempt): boolean =>
  hasFailed(attempt) &&
  (podFailurePolicy?.rules ?? []).some(({ action, onExitCodes }) => {
    const code = exitCode(attempt)
    if (action !== 'FailJob' || onExitCodes === undefined || code === undefined) return false
    return onExitCodes.values.includes(code) === (onExitCodes.operator === 'In')
  })

const deadline = ({ spec, startTime }: JobFacts): { readonly until?: Instant } =>
  spec.activeDeadlineSeconds === undefined || startTime === undefined
    ? {}
    : { until: startTime + spec.activeDeadlineSeconds * 1000 }

const isLate = (facts: JobFacts): boolean => (deadline(facts).until ?? Infinity) <= facts.now

const late = ({ spec }: JobFacts): NextStep => ({
  _tag: 'Fail',
  reason: 'DeadlineExceeded',
  message: `Job was active longer than the specified deadline of ${spec.activeDeadlineSeconds} s`,
})

const startAfter = (facts: JobFacts, failed: ReadonlyArray<Attempt>): NextStep => {
  if (failed.length === 0) return { _tag: 'Start' }
  const last = Math.max(...failed.map(endOf))
  const due = last + Math.min(LONGEST_BACKOFF_MS, facts.backoffMs * 2 ** (failed.length - 1))
  return due <= facts.now
    ? { _tag: 'Start' }
    : { _tag: 'Wait', until: Math.min(due, deadline(facts).until ?? Infinity) }
}
