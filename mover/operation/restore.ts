import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure, Result } from '../../api/mover/outcome'
import type { RestoreOperation, SnapshotSelector } from '../../api/mover/work-spec'
import { failure } from '../classify/failure'
import { connectTo } from '../kopia/connection'
import { isComplete, type Manifest, sizeOf } from '../kopia/manifest'
import { selectSnapshots } from '../kopia/read-snapshots'
import { must } from '../kopia/run'
import { type Restored, restoredOf, snapshotRestore } from '../kopia/snapshot-restore'
import { mapPath } from '../path-map'
import { anchored, byIdOrAnchor, chosen, isCandidate } from '../plan/select-snapshot'
import { restoreProgress } from '../progress/restore-line'
import type { Session } from '../session'

type Step<A> = TE.TaskEither<Failure, A>

const LOOK_AGAIN_MS = 15_000

const notFound = (why: string): Failure => failure('SnapshotNotFound', { op: 'restore', stderrTail: why })

const whole = (snapshot: Manifest): E.Either<Failure, Manifest> =>
  isComplete(snapshot)
    ? E.right(snapshot)
    : E.left(
        failure('IncompleteSnapshot', {
          op: 'restore',
          stderrTail: `${snapshot.id} is incomplete: ${snapshot.incomplete}`,
        }),
      )

const byId = (session: Session, id: string, operation: RestoreOperation): Step<Manifest | undefined> => {
  const { anchor } = operation
  const described = anchor === undefined ? () => false : anchored(anchor)
  return pipe(
    selectSnapshots(session)((snapshot) => snapshot.id === id || described(snapshot)),
    TE.map((found) => byIdOrAnchor(id, anchor, found)),
    TE.filterOrElse(
      (found) => found !== undefined,
      () => notFound(`no snapshot has the id ${id}`),
    ),
  )
}

const untilOf = (selector: SnapshotSelector): number =>
  selector.waitUntil === undefined ? Number.NEGATIVE_INFINITY : Date.parse(selector.waitUntil)

/** Looks until there is a match, the time to wait is over, or the mover is asked to stop. */
const awaited = (session: Session, selector: SnapshotSelector): Step<Manifest | undefined> =>
  pipe(
    selectSnapshots(session)(isCandidate(selector)),
    TE.map((candidates) => chosen(selector, candidates)),
    TE.chain((found) => {
      const { clock, cancelled } = session.capabilities
      const left = untilOf(selector) - clock.now().getTime()
      if (found !== undefined || !(left > 0) || cancelled()) return TE.right(found)
      return pipe(
        TE.fromTask(() => clock.sleep(Math.min(left, LOOK_AGAIN_MS))),
        TE.chain(() => awaited(session, selector)),
      )
    }),
  )

const selected = (session: Session, selector: SnapshotSelector): Step<Manifest | undefined> =>
  pipe(
    awaited(session, selector),
    TE.filterOrElse(
      (found) => found !== undefined || selector.onMissing === 'Continue',
      () => notFound(`no snapshot of ${selector.username}@${selector.hostname}:${selector.sourcePath ?? '*'} matches`),
    ),
  )

const sought = (session: Session, operation: RestoreOperation): Step<Manifest | undefined> =>
  'snapshotId' in operation.source
    ? byId(session, operation.source.snapshotId, operation)
    : selected(session, operation.source.resolve)

const facts = (snapshot: Manifest, restored: Restored | undefined): Result => ({
  restore: {
    restored: {
      snapshotId: snapshot.id,
      identity: {
        username: snapshot.source.userName,
        hostname: snapshot.source.host,
        sourcePath: snapshot.source.path,
      },
      ...(restored === undefined ? {} : { files: restored.files }),
      ...(restored === undefined || restored.skipped ? {} : { bytes: sizeOf(snapshot) }),
    },
  },
})

const write = (session: Session, operation: RestoreOperation, snapshot: Manifest): Step<Result> => {
  const target = mapPath(session.pathMap)(operation.targetPath)
  return pipe(
    must(session)(snapshotRestore(snapshot.id, target, operation.options, session.progressSeconds), {
      progress: restoreProgress,
    }),
    TE.map(({ errors }) =>
      facts(
        snapshot,
        errors.map(restoredOf).find((restored) => restored !== undefined),
      ),
    ),
  )
}

/** Restores one snapshot, found by id or by selector. Nothing is written before it is known which. */
export const restore = (session: Session, operation: RestoreOperation): Step<Result> =>
  pipe(
    connectTo(session),
    TE.chain(() => sought(session, operation)),
    TE.chain((found) =>
      found === undefined
        ? TE.right<Failure, Result>({ restore: { noSnapshot: {} } })
        : pipe(
            TE.fromEither(whole(found)),
            TE.chain((snapshot) => write(session, operation, snapshot)),
          ),
    ),
  )
