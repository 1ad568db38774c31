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
import { FORMAT_BLOB, uniqueIdIn } from './format-blob'
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
  env: { KOPIA_CACHE_DIRECTORY: firstCache(session) },
})

const firstCache = (session: Session) => `${session.folders.run}/first-cache`

const limitOperations = (session: Session, access: RepositoryAccess): TE.TaskEither<Failure, unknown> => {
  const limits = throttleSet(access)
  return limits === undefined ? TE.right(undefined) : must(session)(limits)
}

const wrong = (wanted: string, found: string): Failure =>
  failure('WrongRepository', { op: 'repository connect', stderrTail: `expected ${wanted}, found ${found}` })

/** kopia has just read the description of the repository into its empty cache; asking kopia again costs a process. */
const uniqueId = (session: Session): TE.TaskEither<Failure, string> =>
  pipe(
    TE.fromTask<string | undefined, Failure>(() =>
      session.capabilities.files.readText(`${firstCache(session)}/${FORMAT_BLOB}`),
    ),
    TE.map((text) => (text === undefined ? undefined : uniqueIdIn(text))),
    TE.chain((known) =>
      known !== undefined
        ? TE.right(known)
        : pipe(
            readJson(session)(repositoryStatus(), repositoryStatusJson),
            TE.map(({ uniqueIDHex }) => uniqueIDHex),
          ),
    ),
  )

const expected = (session: Session): TE.TaskEither<Failure, unknown> => {
  const wanted = session.spec.repository.expectedUniqueId
  return wanted === undefined
    ? TE.right(undefined)
    : pipe(
        uniqueId(session),
        TE.filterOrElse(
          (found) => found === wanted,
          (found) => wrong(wanted, found),
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
