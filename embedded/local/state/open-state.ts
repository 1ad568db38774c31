import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import type { KindDefinition } from '../../api/kind-definition'
import { Store } from '../../api/store'
import type { Clock } from '../../clock/clock'
import { systemRandom } from '../../random/system-random'
import { openJournal } from './journal-file'
import { acquireLock } from './lock'

/** One state folder, open and held by this process alone. */
export interface LocalState {
  readonly folder: string
  readonly store: Store
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

/** Namespaces that are there from the start. */
export const NAMESPACES = ['default', 'kopiur-system'] as const

/** Opens a state folder, making it if need be. On the left: why not. */
export const openState = (
  folder: string,
  kinds: ReadonlyArray<KindDefinition>,
  clock: Clock,
): E.Either<string, LocalState> => {
  const { objects } = stateFolders(folder)
  mkdirSync(objects, { recursive: true, mode: 0o700 })
  const release = acquireLock(folder)
  if (E.isLeft(release)) return E.left(`${folder} is in use by process ${release.left.pid}`)
  const journal = openJournal(objects)
  if (E.isLeft(journal)) {
    release.right()
    return journal
  }
  const { entries, append, compact, close } = journal.right
  const store = new Store({ clock, random: systemRandom, kinds, onWrite: append })
  const unknown = store.load(entries)
  if (unknown.length > 0) {
    close()
    release.right()
    return E.left(
      `${folder} holds a ${unknown[0]?.object.kind}, which this version does not know: it was written by a newer one`,
    )
  }
  NAMESPACES.forEach((name) => store.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }))
  const compacting = setInterval(() => compact(() => store.all()), COMPACT_MS)
  compacting.unref()
  return E.right({
    folder,
    store,
    close: () => {
      clearInterval(compacting)
      close()
      release.right()
    },
  })
}
