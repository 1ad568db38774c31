import { execFileSync } from 'node:child_process'
import { emptyFolder, writeFiles } from '../stage/files'
import { folderRepository, PASSWORD, policy, secret, snapshot, together } from '../stage/manifests'
import { observe } from '../stage/observer'
import { eventually, inPhase, kopiaId, type Seen } from '../stage/see'
import type { Stage, Volume } from '../stage/stage'
import { waitFor } from '../wait'

/** Files, a repository and a policy. */
export interface Ground {
  readonly data: Volume
  /** Folder of the repository's volume. */
  readonly store: string
}

export const makeGround = async (
  stage: Stage,
  { policyFields = '', repositoryFields = '' }: { readonly policyFields?: string; readonly repositoryFields?: string },
): Promise<Ground> => {
  const [data, store] = [await stage.volume('data'), await stage.volume('store')]
  writeFiles(data.folder, 10)
  await stage.apply(together(secret(), folderRepository('store', repositoryFields), policy('data', policyFields)))
  return { data, store: store.folder }
}

/**
 * Opens the repository to every user, where movers of several work on it: kopia lets its owner alone in, and this volume
 * knows no fsGroup.
 */
export const openStore = ({ store }: Ground): void => void execFileSync('chmod', ['-R', 'a+rwX', store])

/** Other files than before. */
export const refill = ({ data }: Ground, seed: string): void => {
  emptyFolder(data.folder)
  writeFiles(data.folder, 10, seed)
}

/**
 * A Snapshot that succeeded, in a second that is over: a status tells its end in whole seconds, and of two that ended in
 * one second none is the newer.
 */
export const takeSnapshot = async (stage: Stage, name: string, fields = ''): Promise<Seen> => {
  await stage.apply(snapshot(name, fields))
  const taken = await eventually(stage, 'Snapshot', name, inPhase('Succeeded'))
  await secondIsOver()
  return taken
}

const secondIsOver = (): Promise<true> => {
  const next = Math.ceil((Date.now() + 1) / 1000) * 1000
  return waitFor('the next second', async () => (Date.now() >= next ? true : undefined), { limitSeconds: 5 })
}

/** The ids an independent kopia sees, sorted. */
export const idsIn = async (store: string): Promise<ReadonlyArray<string>> =>
  (await observe({ folder: store }, PASSWORD)).map(({ id }) => id).sort()

/** Ground, and Snapshots that succeeded one after the other; their kopia ids, sorted. */
export const withSnapshots = async (
  stage: Stage,
  names: ReadonlyArray<string>,
  fields: Parameters<typeof makeGround>[1] = {},
): Promise<Ground & { readonly made: ReadonlyArray<string> }> => {
  const ground = await makeGround(stage, fields)
  const made: string[] = []
  for (const name of names) made.push(kopiaId(await takeSnapshot(stage, name)))
  return { ...ground, made: made.sort() }
}
