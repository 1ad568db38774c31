import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { ErrorClass, Failure, Result } from '../../api/mover/outcome'
import type { SnapshotOperation } from '../../api/mover/work-spec'
import { callFailure } from '../classify/call-failure'
import { errorClassOf } from '../classify/error-class-of'
import { failure } from '../classify/failure'
import { tail } from '../classify/tail'
import type { Manifest } from '../kopia/manifest'
import { snapshotsWithTag } from '../kopia/read-snapshots'
import { printed, RUN_TAG } from '../kopia/snapshot-create'
import { notTaken, ofRun, savedFacts, verdictOf } from '../plan/snapshot-verdict'
import type { Session } from '../session'
import type { Ran } from './take-snapshot'

type Step<A> = TE.TaskEither<Failure, A>

const partial = (unread: ReadonlyArray<string>): Failure => {
  const lines = notTaken(unread)
  return lines.length === 0
    ? failure('PartialSnapshot', { op: 'snapshot create', stderrTail: tail(unread) })
    : failure(refusalOf(lines), { op: 'snapshot create', stderrTail: tail(lines) })
}

/** Why the repository did not take something; without a known reason the run did not save everything. */
const refusalOf = (lines: ReadonlyArray<string>): ErrorClass => {
  const found = errorClassOf(lines.join('\n'))
  return found === 'Unknown' ? 'IncompleteSnapshot' : found
}

/** The report on a manifest that the repository is known to hold. */
export const reportOn = (manifest: Manifest, foundByTag: boolean, uploaded?: number): E.Either<Failure, Result> => {
  const verdict = verdictOf(manifest)
  switch (verdict._tag) {
    case 'Saved':
      return E.right({ snapshot: { saved: savedFacts(manifest, foundByTag, uploaded) } })
    case 'Partial':
      return E.left(partial(verdict.unread))
    case 'NotSaved':
      return E.left(failure(verdict.why, { op: 'snapshot create' }))
  }
}

/** The complete snapshot that this run has saved, if any. */
export const byTag = (session: Session, operation: SnapshotOperation): Step<Manifest | undefined> =>
  pipe(snapshotsWithTag(session)(RUN_TAG, operation.runUid), TE.map(ofRun))

/** kopia printed a failure: what the repository holds decides, not the exit code and not the printed id. */
const afterFailure = (session: Session, operation: SnapshotOperation, ran: Ran, failed: Failure): Step<Result> =>
  pipe(
    byTag(session, operation),
    TE.matchE(
      () => TE.left(failed),
      (found) => (found === undefined ? TE.left(failed) : TE.fromEither(reportOn(found, false, ran.uploaded))),
    ),
  )

const NOTHING_NEW = 'no files have been changed since previous snapshot'

const unchanged = (session: Session, ran: Ran): E.Either<Failure, Result> =>
  ran.result.errors.some((line) => line.includes(NOTHING_NEW))
    ? E.right({
        snapshot: {
          unchanged: {
            startTime: ran.startedAt.toISOString(),
            endTime: session.capabilities.clock.now().toISOString(),
          },
        },
      })
    : E.left(failure('Unknown', { op: 'snapshot create', stderrTail: tail(ran.result.errors) }))

const incomplete = (ran: Ran, why: string): Failure =>
  failure(ran.result.cancelled ? 'Cancelled' : 'IncompleteSnapshot', {
    op: 'snapshot create',
    stderrTail: `the snapshot is incomplete: ${why}`,
  })

const afterSuccess = (session: Session, ran: Ran): E.Either<Failure, Result> => {
  const answer = printed(ran.result.output)
  switch (answer._tag) {
    case 'Nothing':
      return ran.result.cancelled ? E.left(failure('Cancelled', { op: 'snapshot create' })) : unchanged(session, ran)
    case 'Unreadable':
      return E.left(failure('Usage', { op: 'snapshot create', stderrTail: 'snapshot create printed unknown JSON' }))
    case 'Snapshot': {
      const why = answer.manifest.incomplete ?? ''
      if (why !== '') return E.left(incomplete(ran, why))
      // The manifest lists no more than ten entries of a folder.
      const refused = notTaken(ran.result.errors)
      return refused.length === 0 ? reportOn(answer.manifest, false, ran.uploaded) : E.left(partial(refused))
    }
  }
}

/** What a run has come to, by what kopia printed, or, when it failed, by what the repository holds. */
export const judge = (session: Session, operation: SnapshotOperation, ran: Ran): Step<Result> => {
  const failed = callFailure(ran.command, ran.result)
  return failed === undefined
    ? TE.fromEither(afterSuccess(session, ran))
    : afterFailure(session, operation, ran, failed)
}
