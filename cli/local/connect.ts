import * as E from 'fp-ts/Either'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { KubeClient } from '../../api/kubernetes/client'
import { apiClient } from '../../embedded/api/api-client'
import type { KindDefinition } from '../../embedded/api/kind-definition'
import { Store } from '../../embedded/api/store'
import { realClock } from '../../embedded/clock/real-clock'
import { withAdmission } from '../../embedded/local/admission'
import { allKinds } from '../../embedded/local/product-files'
import { openState, stateFolders, type OpenFailure } from '../../embedded/local/state/open-state'
import { lockHolder } from '../../embedded/local/state/lock'
import { systemRandom } from '../../embedded/random/system-random'
import { socketConnection } from '../../hooks/shell/kube/connection'
import { restClient } from '../../hooks/shell/kube/rest-client'
import { productRoot } from './product-root'

export interface Connected {
  readonly client: KubeClient
  readonly kinds: ReadonlyArray<KindDefinition>
  /** Whether a `local run` is at work that will act on what is written. */
  readonly running: boolean
  readonly close: () => void
}

/** A run that has just begun needs a moment before it answers; another command holds the folder for less. */
const PATIENCE_MS = 10_000
const STEP_MS = 100

/** The API of a state folder: that of the run that holds it, else the folder itself. */
export const connect = async (state: string): Promise<E.Either<string, Connected>> => {
  const folder = resolve(state)
  if (!existsSync(stateFolders(folder).objects))
    return E.left(`there is no state in ${state}: begin with 'local run -f DIR --state ${state}'`)
  const kinds = allKinds(productRoot())
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const tried = lockHolder(folder) === undefined ? openFolder(folder, kinds) : await openSocket(folder, kinds)
    if (E.isRight(tried)) return tried
    if (!tried.left.inUse || performance.now() > end) return E.left(tried.left.message)
    await new Promise((done) => setTimeout(done, STEP_MS))
  }
}

const openSocket = async (
  folder: string,
  kinds: ReadonlyArray<KindDefinition>,
): Promise<E.Either<OpenFailure, Connected>> => {
  const client = restClient(socketConnection(stateFolders(folder).socket))
  const answer = await client.get({ apiVersion: 'v1', kind: 'Namespace', name: 'default' })()
  return E.isLeft(answer)
    ? E.left({ inUse: true, message: `the run that holds ${folder} does not answer: ${answer.left.message}` })
    : E.right({ client, kinds, running: true, close: () => undefined })
}

const openFolder = (folder: string, kinds: ReadonlyArray<KindDefinition>): E.Either<OpenFailure, Connected> => {
  const opened = openState(folder, kinds)
  if (E.isLeft(opened)) return opened
  const holder: { store?: Store } = {}
  const store = new Store({
    clock: realClock(),
    random: systemRandom,
    kinds: withAdmission(kinds, () => holder.store),
    onWrite: opened.right.onWrite,
  })
  holder.store = store
  store.load(opened.right.journal)
  return E.right({ client: apiClient(store), kinds, running: false, close: opened.right.close })
}
