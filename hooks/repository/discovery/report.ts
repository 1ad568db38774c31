import type { ErrorClass, RepositoryFacts } from '../../../api/mover/outcome'
import type { JobOutcome } from '../../core/mover-job'

/** What an ended discovery Job has to tell. */
export type Report =
  | { readonly _tag: 'Connected'; readonly facts: RepositoryFacts }
  | { readonly _tag: 'Refused'; readonly errorClass: ErrorClass; readonly detail: string }
  | { readonly _tag: 'DeadlineExceeded' }
  /** Crashed, evicted, never scheduled: it ended without a word. */
  | { readonly _tag: 'NoResult' }

export const reportOf = (outcome: JobOutcome): Report | undefined => {
  switch (outcome._tag) {
    case 'Active':
      return undefined
    case 'Complete':
      return 'bootstrap' in outcome.outcome.succeeded
        ? { _tag: 'Connected', facts: outcome.outcome.succeeded.bootstrap }
        : { _tag: 'NoResult' }
    case 'Failed':
      return failed(outcome)
  }
}

const failed = ({ why, failure }: Extract<JobOutcome, { readonly _tag: 'Failed' }>): Report =>
  why === 'DeadlineExceeded'
    ? { _tag: 'DeadlineExceeded' }
    : failure === undefined
      ? { _tag: 'NoResult' }
      : { _tag: 'Refused', errorClass: failure.kopiaErrorClass, detail: failure.stderrTail ?? failure.message }
