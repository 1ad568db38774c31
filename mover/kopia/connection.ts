import { pipe } from 'fp-ts/function'
import * as TE from 'fp-ts/TaskEither'
import type { Failure } from '../../api/mover/outcome'
import type { BootstrapOperation, RepositoryAccess, Storage } from '../../api/mover/work-spec'
import { failure } from '../classify/failure'
import { mapPath } from '../path-map'
import type { Session } from '../session'
import type { Command } from './command'
import { connect } from './connect'
import { create } from './create'
import { type Provider, provider } from './provider'
import { readJson } from './read-json'
import { repositoryStatus, repositoryStatusJson } from './repository-status'
import { must } from './run'
import { throttleSet } from './throttle-set'

const located = (session: Session, storage: Storage): Storage =>
  'filesystem' in storage ? { filesystem: { path: mapPath(session.pathMap)(storage.filesystem.path) } } : storage

const place = (session: Session): TE.TaskEither<Failure, Provider> => {
  const folder = `${session.folders.run}/secrets`
  const found = provider(located(session, session.spec.repository.storage), folder, session.secrets)
  const write = async () => {
    for (const { name, content } of found.files)
      await session.capabilities.files.writePrivate(`${folder}/${name}`, content)
    return found
  }
  return TE.tryCatch(write, (error) => failure('PermissionDenied', { op: 'prepare', stderrTail: String(error) }))
}

/**
 * A connection is made with an empty cache of its own: kopia removes the whole cache when connecting fails, and would
 * write a new repository with the keys that an old cache remembers. Later calls use the lasting cache.
 */
const withEmptyCache = (session: Session, command: Command): Command => ({
  ...command,
  env: { KOPIA_CACHE_DIRECTORY: `${session.folders.run}/first-cache` },
})

const limitOperations = (session: Session, access: RepositoryAccess): TE.TaskEither<Failure, unknown> => {
  const limits = throttleSet(access)
  return limits === undefined ? TE.right(undefined) : must(session)(limits)
}

const expected = (session: Session): TE.TaskEither<Failure, unknown> => {
  const wanted = session.spec.repository.expectedUniqueId
  if (wanted === undefined) return TE.right(undefined)
  return pipe(
    readJson(session)(repositoryStatus(), repositoryStatusJson),
    TE.filterOrElse(
      ({ uniqueIDHex }) => uniqueIDHex === wanted,
      ({ uniqueIDHex }) =>
        failure('WrongRepository', { op: 'repository status', stderrTail: `expected ${wanted}, found ${uniqueIDHex}` }),
    ),
  )
}

/** Connects; fails with the class of what kopia says. The recorded unique id is not compared yet. */
export const connectOnly = (session: Session, access: RepositoryAccess): TE.TaskEither<Failure, unknown> =>
  pipe(
    place(session),
    TE.chain((found) => must(session)(withEmptyCache(session, connect(access, found)))),
    TE.chain(() => limitOperations(session, access)),
  )

/** Connects as the given client and makes sure that the storage holds the expected repository. */
export const connectTo = (
  session: Session,
  access: RepositoryAccess = session.spec.repository,
): TE.TaskEither<Failure, unknown> =>
  pipe(
    connectOnly(session, access),
    TE.chain(() => expected(session)),
  )

/**
 * Connects, and takes a first look while the expected unique id is compared. The look must not write: nothing may be
 * written before the comparison has passed.
 */
export const connectAndLook = <A>(session: Session, look: TE.TaskEither<Failure, A>): TE.TaskEither<Failure, A> =>
  pipe(
    connectOnly(session, session.spec.repository),
    TE.chain(() =>
      pipe(
        TE.Do,
        TE.apS('expected', expected(session)),
        TE.apS('look', look),
        TE.map(({ look: seen }) => seen),
      ),
    ),
  )

/** Creates a repository and connects to it. */
export const createRepository = (
  session: Session,
  options: BootstrapOperation['create'],
): TE.TaskEither<Failure, unknown> =>
  pipe(
    place(session),
    TE.chain((found) => must(session)(withEmptyCache(session, create(session.spec.repository, found, options)))),
    TE.chain(() => limitOperations(session, session.spec.repository)),
  )
