import * as E from 'fp-ts/Either'
import { ExitCode, type Failure, type Outcome, type Result } from '../../api/mover/outcome'
import { logTail } from '../classify/tail'

const sentenceOf = (result: Result): string => {
  if ('bootstrap' in result) return `repository ${result.bootstrap.created ? 'created' : 'connected'}`
  if ('snapshot' in result)
    return 'saved' in result.snapshot
      ? `snapshot ${result.snapshot.saved.snapshotId} saved`
      : 'no snapshot saved: nothing has changed'
  if ('restore' in result)
    return 'restored' in result.restore
      ? `snapshot ${result.restore.restored.snapshotId} restored`
      : 'nothing restored: there is no snapshot'
  if ('maintenance' in result)
    return 'ran' in result.maintenance
      ? `maintenance done as ${result.maintenance.ran.owner}`
      : `maintenance left to ${result.maintenance.yielded.holder}`
  if ('deleteBatch' in result)
    return `${result.deleteBatch.deleted.length} deleted, ${result.deleteBatch.alreadyGone.length} already gone`
  return `snapshot ${result.pin.snapshotId} ${result.pin.pinned ? 'pinned' : 'unpinned'}`
}

/** The report of a run. Its log tail depends on what happened alone, never on the time. */
export const outcomeOf = (ended: E.Either<Failure, Result>, startTime: string, endTime: string): Outcome =>
  E.isRight(ended)
    ? { version: 1, startTime, endTime, succeeded: ended.right, logTail: sentenceOf(ended.right) }
    : {
        version: 1,
        startTime,
        endTime,
        failed: ended.left,
        logTail: logTail(ended.left.message, ended.left.stderrTail),
      }

/** What the process exits with: the Job is tried again only where that can help. */
export const exitCodeOf = (ended: E.Either<Failure, Result>): number => {
  if (E.isRight(ended)) return ExitCode.ok
  if (ended.left.kopiaErrorClass === 'Cancelled') return ExitCode.cancelled
  return ended.left.retryRecommended ? ExitCode.retry : ExitCode.hopeless
}
