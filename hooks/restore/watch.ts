import type { Restore } from '../../api/kinds/restore'
import type { RestoreResolved, RestoreStatus } from '../../api/kinds/restore'
import type { KubeObject } from '../../api/kubernetes/object'
import type { Result } from '../../api/mover/outcome'
import { jobOutcome, type JobOutcome } from '../core/mover-job'
import { formatInstant, type Instant } from '../core/time/instant'
import type { Ending } from './ending'
import { isPinned } from './phase'

/** What became of an observed Job: nothing yet, or the end of the Restore. */
export const jobEnding = (restore: Restore, job: KubeObject, now: Instant): Ending | undefined => {
  const outcome = jobOutcome(job)
  switch (outcome._tag) {
    case 'Active':
      return undefined
    case 'Complete':
      return succeeded(restore, outcome, now)
    case 'Failed':
      return failed(restore, outcome, now)
  }
}

const succeeded = (
  { status }: Restore,
  { outcome }: Extract<JobOutcome, { readonly _tag: 'Complete' }>,
  now: Instant,
): Ending => {
  const facts = restoreFacts(outcome.succeeded)
  const shared = {
    timing: { startTime: outcome.startTime, endTime: outcome.endTime },
    ...(outcome.logTail === undefined ? {} : { logTail: outcome.logTail }),
  }
  if (facts === undefined)
    return {
      _tag: 'Failed',
      reason: 'MoverJobFailed',
      message: 'The mover reported the outcome of another operation. Its image and this service do not fit together.',
      ...shared,
    }
  return 'noSnapshot' in facts
    ? {
        _tag: 'NothingToRestore',
        resolved: pinned(status, { resolution: 'NoSnapshot' }, now),
        searched: searchedText(status?.resolved),
        ...shared,
      }
    : {
        _tag: 'Restored',
        resolved: pinned(status, restoredChoice(facts.restored), now),
        ...progressOf(facts.restored),
        ...shared,
      }
}

type Facts = Extract<Result, { readonly restore: unknown }>['restore']
type Restored = Extract<Facts, { readonly restored: unknown }>['restored']

const restoreFacts = (result: Result): Facts | undefined => ('restore' in result ? result.restore : undefined)

const restoredChoice = ({ snapshotId, identity }: Pick<Restored, 'snapshotId' | 'identity'>): RestoreResolved => ({
  resolution: 'Snapshot',
  kopiaSnapshotID: snapshotId,
  ...(identity === undefined ? {} : { identity }),
})

/** What a running mover has chosen goes on record at once: a Job that is lost takes its report with it. */
export const chosenSoFar = (restore: Restore, job: KubeObject, now: Instant): RestoreResolved | undefined => {
  const outcome = jobOutcome(job)
  const choice = outcome._tag === 'Active' ? outcome.progress?.chosen : undefined
  return choice === undefined || isPinned(restore.status)
    ? undefined
    : pinned(restore.status, restoredChoice(choice), now)
}

/** A choice on record is the choice; else the mover's is put there. */
const pinned = (status: RestoreStatus | undefined, chosen: RestoreResolved, now: Instant): RestoreResolved =>
  isPinned(status) ? { ...status?.resolved } : { ...status?.resolved, ...chosen, pinnedAt: formatInstant(now) }

const progressOf = ({ bytes, files }: Restored): Pick<Extract<Ending, { readonly _tag: 'Restored' }>, 'progress'> =>
  bytes === undefined && files === undefined
    ? {}
    : {
        progress: {
          ...(bytes === undefined ? {} : { bytesRestored: bytes }),
          ...(files === undefined ? {} : { filesRestored: files }),
        },
      }

const failed = (
  { status }: Restore,
  outcome: Extract<JobOutcome, { readonly _tag: 'Failed' }>,
  now: Instant,
): Ending => {
  const timing = { timing: { ...status?.timing, endTime: formatInstant(now) } }
  const logTail = outcome.logTail === undefined ? {} : { logTail: outcome.logTail }
  if (outcome.failure?.kopiaErrorClass === 'SnapshotNotFound')
    return {
      _tag: 'Failed',
      reason: 'SnapshotNotFound',
      message: `${outcome.failure.message} Searched: ${searchedText(status?.resolved)}. Create a new Restore once the snapshot is there, or set policy.waitTimeout.`,
      failure: failureBlock(outcome.failure),
      ...timing,
      ...logTail,
    }
  return {
    _tag: 'Failed',
    reason: 'MoverJobFailed',
    message: `${failureText(outcome)} A failed Restore does not run again: correct the cause, then create a new one.`,
    ...(outcome.failure === undefined ? {} : { failure: failureBlock(outcome.failure) }),
    ...timing,
    ...logTail,
  }
}

type Reported = NonNullable<Extract<JobOutcome, { readonly _tag: 'Failed' }>['failure']>

const failureBlock = ({ kopiaErrorClass, message, retryRecommended, exitCode, op, stderrTail }: Reported) => ({
  kopiaErrorClass,
  message,
  retryRecommended,
  ...(exitCode === undefined ? {} : { exitCode }),
  ...(op === undefined ? {} : { op }),
  ...(stderrTail === undefined ? {} : { stderrTail }),
})

const failureText = ({ why, failure, message }: Extract<JobOutcome, { readonly _tag: 'Failed' }>): string => {
  if (why === 'DeadlineExceeded') return 'The mover ran longer than failurePolicy.activeDeadlineSeconds.'
  return failure === undefined
    ? `The mover ended without saying why (${message === '' ? 'no reason given' : message}). See the pods of its Job.`
    : `${failure.kopiaErrorClass}: ${failure.message}`
}

/** What was looked for, as kopia writes it: `user@host:path`. */
export const searchedText = (resolved: RestoreResolved | undefined): string => {
  const identity = resolved?.identity
  if (identity === undefined) return 'the snapshot that the spec names'
  return `${identity.username}@${identity.hostname}${identity.sourcePath === undefined ? ', any path' : `:${identity.sourcePath}`}`
}
