import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure } from '../../api/mover/outcome'
import type { Session } from '../session'
import { manifest, type Manifest } from './manifest'
import { elementOf, snapshotList } from './snapshot-list'
import { foldElements } from './read-json'

const element = { codec: manifest, of: elementOf }

/** Folds all snapshots of the repository. */
export const foldSnapshots =
  (session: Session) =>
  <B>(start: B, step: (state: B, next: Manifest) => B): TE.TaskEither<Failure, B> =>
    foldElements(session)(snapshotList(), element, { start, step })

/** The snapshots that pass a filter; only these are held in memory. */
export const selectSnapshots =
  (session: Session) =>
  (wanted: (snapshot: Manifest) => boolean): TE.TaskEither<Failure, ReadonlyArray<Manifest>> => {
    const found: Manifest[] = []
    return pipe(
      foldSnapshots(session)(0, (count, next) => (wanted(next) ? found.push(next) : count)),
      TE.map(() => found),
    )
  }

export const snapshotsWithTag =
  (session: Session) =>
  (key: string, value: string): TE.TaskEither<Failure, ReadonlyArray<Manifest>> => {
    const found: Manifest[] = []
    return pipe(
      foldElements(session)(snapshotList({ key, value }), element, {
        start: 0,
        step: (_count, next) => found.push(next),
      }),
      TE.map(() => found),
    )
  }
