import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure, Result } from '../../api/mover/outcome'
import type { PinOperation } from '../../api/mover/work-spec'
import { failure } from '../classify/failure'
import { connectTo } from '../kopia/connection'
import type { Manifest } from '../kopia/manifest'
import { selectSnapshots } from '../kopia/read-snapshots'
import { must } from '../kopia/run'
import { PIN, snapshotPin } from '../kopia/snapshot-pin'
import { anchored, byIdOrAnchor } from '../plan/select-snapshot'
import type { Session } from '../session'

type Step<A> = TE.TaskEither<Failure, A>

const notFound = (id: string): Failure =>
  failure('SnapshotNotFound', { op: 'snapshot pin', stderrTail: `no snapshot has the id ${id}` })

const find = (session: Session, { snapshotId, anchor }: PinOperation): Step<Manifest> =>
  pipe(
    selectSnapshots(session)((snapshot) => snapshot.id === snapshotId || anchored(anchor)(snapshot)),
    TE.map((found) => byIdOrAnchor(snapshotId, anchor, found)),
    TE.chain((found) => (found === undefined ? TE.left(notFound(snapshotId)) : TE.right(found))),
  )

const isPinned = (snapshot: Manifest): boolean => (snapshot.pins ?? []).includes(PIN)

const same =
  (old: Manifest) =>
  (snapshot: Manifest): boolean =>
    snapshot.startTime === old.startTime &&
    snapshot.source.path === old.source.path &&
    snapshot.source.userName === old.source.userName &&
    snapshot.source.host === old.source.host &&
    snapshot.rootEntry?.obj === old.rootEntry?.obj

/** The snapshot after its pins changed: kopia stored it anew, under an id it did not print. */
const again = (session: Session, old: Manifest, pinned: boolean): Step<string> =>
  pipe(
    selectSnapshots(session)((snapshot) => same(old)(snapshot) && isPinned(snapshot) === pinned),
    TE.chain(([only, ...others]) =>
      only === undefined || others.length > 0 ? TE.left(notFound(old.id)) : TE.right(only.id),
    ),
  )

const change = (session: Session, found: Manifest, pinned: boolean): Step<string> =>
  isPinned(found) === pinned
    ? TE.right(found.id)
    : pipe(
        must(session)(snapshotPin(found.id, pinned)),
        TE.chain(() => again(session, found, pinned)),
      )

/** Pins or unpins a snapshot and tells the id it has then. */
export const pin = (session: Session, operation: PinOperation): Step<Result> =>
  pipe(
    connectTo(session),
    TE.chain(() => find(session, operation)),
    TE.chain((found) => change(session, found, operation.pinned)),
    TE.map((snapshotId) => ({ pin: { snapshotId, pinned: operation.pinned } })),
  )
