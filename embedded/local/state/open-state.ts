import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { JournalEntry } from '../../api/journal'
import type { KindDefinition } from '../../api/kind-definition'
import { openJournal } from './journal-file'
import { fileProblem } from './file-problem'
import { acquireLock, type Release } from './lock'
import { makeFolder } from './make-folder'

/** One state folder, open and held by this process alone. */
export interface OpenState {
  readonly journal: ReadonlyArray<JournalEntry>
  readonly onWrite: (entry: JournalEntry) => void
  /** Begins to rewrite the journal when it has grown. */
  readonly keepCompact: (objects: () => ReadonlyArray<KubeObject>) => void
  readonly close: () => void
}

const COMPACT_MS = 5_000

/** Where things lie in a state folder. */
export const stateFolders = (folder: string) => ({
  objects: join(folder, 'objects'),
  jobs: join(folder, 'jobs'),
  volumes: join(folder, 'volumes'),
  socket: join(folder, 'api.sock'),
})

/** Why a folder cannot be opened; one that is in use may be free in a moment. */
export interface OpenFailure {
  readonly inUse: boolean
  readonly message: string
}

/** Opens a state folder, making it if need be. */
export const openState = (
  folder: string,
  kinds: ReadonlyArray<KindDefinition>,
  journalBytes?: number,
): E.Either<OpenFailure, OpenState> => {
  const { objects } = stateFolders(folder)
  const release = take(folder)
  if (E.isLeft(release)) return release
  const journal = openJournal(objects, journalBytes)
  if (E.isLeft(journal)) {
    release.right()
    return broken(journal.left)
  }
  const { entries, append, compact, close } = journal.right
  const stranger = entries.find(({ object }) => !isKnown(kinds, object))
  const timers: NodeJS.Timeout[] = []
  const closeAll = () => {
    timers.forEach(clearInterval)
    close()
    release.right()
  }
  if (stranger !== undefined) {
    closeAll()
    return broken(`${folder} holds a ${stranger.object.kind}, which this version does not know: a newer one wrote it`)
  }
  return E.right({
    journal: entries,
    onWrite: append,
    keepCompact: (all) => void timers.push(setInterval(() => compact(all), COMPACT_MS).unref()),
    close: closeAll,
  })
}

/** Makes the folder if need be and holds it. */
const take = (folder: string): E.Either<OpenFailure, Release> => {
  try {
    makeFolder(stateFolders(folder).objects)
    const release = acquireLock(folder)
    return E.isLeft(release)
      ? E.left({ inUse: true, message: `${folder} is in use by process ${release.left.pid}` })
      : release
  } catch (error) {
    const why = fileProblem(error)
    if (why === undefined) throw error
    return broken(`${folder} cannot hold the state: ${why}; name a folder that you may write to`)
  }
}

const broken = (message: string): E.Either<OpenFailure, never> => E.left({ inUse: false, message })

const isKnown = (kinds: ReadonlyArray<KindDefinition>, { apiVersion, kind }: KubeObject): boolean =>
  kinds.some((known) => known.kind === kind && known.apiVersion === apiVersion)
