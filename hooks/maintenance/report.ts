import type { JobOutcome } from '../core/mover-job'

/** What an ended maintenance Job has to tell. */
export type Report =
  | { readonly _tag: 'Ran'; readonly reclaimedBytes?: number }
  /** Somebody else owns the maintenance of the repository; nothing was done. */
  | { readonly _tag: 'Yielded'; readonly holder: string }
  | { readonly _tag: 'Failed'; readonly errorClass: string; readonly detail: string }

export const reportOf = (outcome: JobOutcome): Report | undefined => {
  switch (outcome._tag) {
    case 'Active':
      return undefined
    case 'Complete':
      return 'maintenance' in outcome.outcome.succeeded
        ? done(outcome.outcome.succeeded.maintenance)
        : { _tag: 'Failed', errorClass: 'MoverJobFailed', detail: 'the mover reported another operation' }
    case 'Failed':
      return {
        _tag: 'Failed',
        errorClass: outcome.why === 'Reported' ? (outcome.failure?.kopiaErrorClass ?? 'Unknown') : outcome.why,
        detail: outcome.failure?.stderrTail ?? outcome.message,
      }
  }
}

type Done = Extract<
  Extract<JobOutcome, { readonly _tag: 'Complete' }>['outcome']['succeeded'],
  { readonly maintenance: unknown }
>['maintenance']

const done = (result: Done): Report =>
  'yielded' in result
    ? { _tag: 'Yielded', holder: result.yielded.holder }
    : {
        _tag: 'Ran',
        ...(result.ran.contentReclaimedBytes === undefined ? {} : { reclaimedBytes: result.ran.contentReclaimedBytes }),
      }
