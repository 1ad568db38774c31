import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import { timestampMs } from '../../api/grammar/timestamp'
import type { Choice, Failure, Result } from '../../api/mover/outcome'
import type { Anchor, RestoreOperation, SnapshotSelector } from '../../api/mover/work-spec'
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

const missing = (id: string, { username, hostname }: Anchor = {}): string =>
  `no snapshot${username === undefined || hostname === undefined ? '' : ` of ${username}@${hostname}`} has the id ${id}`

const byId = (session: Session, id: string, anchor: RestoreOperation['anchor']): Step<Manifest | undefined> => {
  const described = anchor === undefined ? () => false : anchored(anchor)
  return pipe(
    selectSnapshots(session)((snapshot) => snapshot.id === id || described(snapshot)),
    TE.map((found) => byIdOrAnchor(id, anchor, found)),
    TE.filterOrElse(
      (found) => found !== undefined,
      () => notFound(missing(id, anchor)),
    ),
  )
}

const untilOf = (selector: SnapshotSelector): number =>
  selector.waitUntil === undefined ? Number.NEGATIVE_INFINITY : timestampMs(selector.waitUntil)

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

const notTold = (error: unknown): Failure =>
  failure('Unknown', { op: 'restore', stderrTail: `the chosen snapshot could not be put on record: ${String(error)}` })

const identityOf = ({ source }: Manifest) => ({
  username: source.userName,
  hostname: source.host,
  sourcePath: source.path,
})

/** What is written must not be a mixture of two snapshots: the choice is told before the first byte. */
const told = (session: Session, found: Manifest | undefined): Step<Manifest | undefined> =>
  found === undefined
    ? TE.right(found)
    : TE.tryCatch(async () => {
        await session.progress.choose({ snapshotId: found.id, identity: identityOf(found), startTime: found.startTime })
        return found
      }, notTold)

const selectedAnew = (session: Session, selector: SnapshotSelector): Step<Manifest | undefined> =>
  pipe(
    awaited(session, selector),
    TE.filterOrElse(
      (found) => found !== undefined || selector.onMissing === 'Continue',
      () =>
        notFound(
          `no whole snapshot of ${selector.username}@${selector.hostname}:${selector.sourcePath ?? '*'} matches`,
        ),
    ),
    TE.chain((found) => told(session, found)),
  )

const anchorOf = ({ identity, startTime }: Choice): Anchor => ({ ...identity, startTime })

/** An attempt that died may have written half of what it chose; the next one goes on with the same. */
const selected = (session: Session, selector: SnapshotSelector): Step<Manifest | undefined> =>
  pipe(
    TE.tryCatch(() => session.progress.earlierChoice(), notTold),
    TE.chain((earlier) =>
      earlier === undefined ? selectedAnew(session, selector) : byId(session, earlier.snapshotId, anchorOf(earlier)),
    ),
  )

const sought = (session: Session, operation: RestoreOperation): Step<Manifest | undefined> =>
  'snapshotId' in operation.source
    ? byId(session, operation.source.snapshotId, operation.anchor)
    : selected(session, operation.source.resolve)

const facts = (snapshot: Manifest, restored: Restored | undefined): Result => ({
  restore: {
    restored: {
      snapshotId: snapshot.id,
      identity: identityOf(snapshot),
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
