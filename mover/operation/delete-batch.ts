import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure, Result } from '../../api/mover/outcome'
import type { DeleteBatchOperation } from '../../api/mover/work-spec'
import { connectTo } from '../kopia/connection'
import { selectSnapshots } from '../kopia/read-snapshots'
import { must } from '../kopia/run'
import { snapshotDelete } from '../kopia/snapshot-delete'
import { concerns, type Doomed, doomedOf } from '../plan/delete-batch'
import type { Session } from '../session'

type Step<A> = TE.TaskEither<Failure, A>

/** As many ids as one call takes: well below the size of a command line. */
const AT_ONCE = 200

const idsOf = (doomed: ReadonlyArray<Doomed>): ReadonlyArray<string> => [...new Set(doomed.flatMap(({ ids }) => ids))]

const look = (session: Session, operation: DeleteBatchOperation): Step<ReadonlyArray<Doomed>> =>
  pipe(
    selectSnapshots(session)(concerns(operation.members)),
    TE.map((snapshots) => doomedOf(operation.members, snapshots)),
  )

const inOneCall = (session: Session, ids: ReadonlyArray<string>): Step<unknown> =>
  ids.length === 0
    ? TE.right(undefined)
    : pipe(
        must(session)(snapshotDelete(ids.slice(0, AT_ONCE))),
        TE.chain(() => inOneCall(session, ids.slice(AT_ONCE))),
      )

const oneByOne =
  (session: Session, ids: ReadonlyArray<string>): Step<ReadonlyArray<Failure>> =>
  async () => {
    const failures: Failure[] = []
    for (const id of ids) {
      const result = await must(session)(snapshotDelete([id]))()
      if (result._tag === 'Left') failures.push(result.left)
    }
    return { _tag: 'Right', right: failures }
  }

/**
 * kopia deletes all ids of a call or none, so one that vanished in between spoils the call. Then each id is deleted by
 * itself, and a last look tells what is really gone.
 */
const singly = (session: Session, operation: DeleteBatchOperation, first: Failure): Step<unknown> =>
  pipe(
    look(session, operation),
    TE.chain((left) => oneByOne(session, idsOf(left))),
    TE.bindTo('failures'),
    TE.bind('left', () => look(session, operation)),
    TE.filterOrElse(
      ({ left }) => idsOf(left).length === 0,
      ({ failures }) => failures[0] ?? first,
    ),
  )

const report = (found: ReadonlyArray<Doomed>): Result => ({
  deleteBatch: {
    deleted: found.filter(({ ids }) => ids.length > 0).map(({ uid }) => uid),
    alreadyGone: found.filter(({ ids }) => ids.length === 0).map(({ uid }) => uid),
  },
})

/** Deletes what the repository holds of the members; what is not there any more is a success. */
export const deleteBatch = (session: Session, operation: DeleteBatchOperation): Step<Result> =>
  pipe(
    connectTo(session),
    TE.chain(() => look(session, operation)),
    TE.chainFirst((found) =>
      pipe(
        inOneCall(session, idsOf(found)),
        TE.orElse((failed) => singly(session, operation, failed)),
      ),
    ),
    TE.map(report),
  )
