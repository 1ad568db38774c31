import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure, Result } from '../../api/mover/outcome'
import type { SnapshotOperation } from '../../api/mover/work-spec'
import { failure } from '../classify/failure'
import { connectTo } from '../kopia/connection'
import type { Manifest } from '../kopia/manifest'
import { policyDocument, policyImport } from '../kopia/policy'
import { must } from '../kopia/run'
import { sourceName } from '../kopia/snapshot-create'
import { refusedExtraArg } from '../plan/extra-args'
import type { Session } from '../session'
import { byTag, judge, reportOn } from './judge-snapshot'
import { take } from './take-snapshot'

type Step<A> = TE.TaskEither<Failure, A>

const allowed = (operation: SnapshotOperation): E.Either<Failure, SnapshotOperation> => {
  const refused = refusedExtraArg(operation.extraArgs ?? [])
  return refused === undefined
    ? E.right(operation)
    : E.left(failure('Usage', { op: 'snapshot create', stderrTail: `extraArgs may not hold ${refused}` }))
}

const writePolicy = (session: Session, operation: SnapshotOperation): Step<unknown> =>
  must(session)(policyImport(sourceName(operation.identity), policyDocument(operation.policy)))

/**
 * Looks for what this run has already saved while the policy of the source is written: it takes kopia's own retention
 * off the source, before each snapshot, because that deletes as soon as a snapshot is saved.
 */
const prepare = (session: Session, operation: SnapshotOperation): Step<Manifest | undefined> =>
  pipe(
    TE.Do,
    TE.apS('found', byTag(session, operation)),
    TE.apS('policy', TE.rightTask(writePolicy(session, operation))),
    // A full disk does not unsave what is saved.
    TE.chainEitherK(({ found, policy }) => (found === undefined && E.isLeft(policy) ? policy : E.right(found))),
  )

/**
 * Takes one snapshot of one source, once: a complete snapshot that carries the tag of this run, left by an attempt that
 * could not report any more, is reported instead of taking another.
 */
export const snapshot = (session: Session, operation: SnapshotOperation): Step<Result> =>
  pipe(
    TE.fromEither(allowed(operation)),
    TE.chain(() => connectTo(session)),
    TE.chain(() => prepare(session, operation)),
    TE.chain((found) =>
      found !== undefined
        ? TE.fromEither(reportOn(found, true))
        : pipe(
            take(session, operation),
            TE.chain((ran) => judge(session, operation, ran)),
          ),
    ),
  )
