import { createHash } from 'node:crypto'
import * as TE from 'fp-ts/TaskEither'
import type { Failure } from '../api/mover/outcome'
import type { RepositoryAccess } from '../api/mover/work-spec'
import type { Capabilities, Reporter } from './capabilities'
import { errorClassOf } from './classify/error-class-of'
import { failure } from './classify/failure'
import { strikeOut } from './classify/strike-out'
import { kopiaEnvironment } from './kopia/environment'
import { mapPath } from './path-map'
import { progressSink } from './progress/progress-reporter'
import type { Session } from './session'
import type { WorkOrder } from './work-order'

/** The one writable volume of a mover container. */
export const WORK_FOLDER = '/var/cache/kopia'

const DEFAULT_PROGRESS_SECONDS = 30
const STALE_MS = 3 * 24 * 3600 * 1000

/** One cache folder for each repository: a cache that two share makes one of them unreadable. */
const cacheName = (access: RepositoryAccess): string =>
  createHash('sha256')
    .update(JSON.stringify([access.storage, access.expectedUniqueId ?? '']))
    .digest('hex')
    .slice(0, 16)

const runPrefix = (jobName: string) => `run-${jobName}-`

// A killed process leaves its folder behind, with a connection file in it.
const sweep = async ({ files, clock }: Capabilities, folder: string, jobName: string): Promise<void> => {
  const names = (await files.list(folder)).filter((name) => name.startsWith('run-'))
  const stale = async (name: string) => {
    const at = await files.modifiedAt(`${folder}/${name}`)
    return name.startsWith(runPrefix(jobName)) || (at !== undefined && clock.now().getTime() - at.getTime() > STALE_MS)
  }
  for (const name of names) if (await stale(name)) await files.remove(`${folder}/${name}`)
}

const open = async (capabilities: Capabilities, reporter: Reporter, order: WorkOrder): Promise<Session> => {
  const { files, clock, log } = capabilities
  const work = mapPath(order.pathMap)(WORK_FOLDER)
  await files.makeFolder(work)
  await sweep(capabilities, work, order.jobName)
  const run = await files.makeUniqueFolder(`${work}/${runPrefix(order.jobName)}`)
  const cache = `${work}/cache/${cacheName(order.spec.repository)}`
  for (const name of ['home', 'tmp', 'config', 'logs', 'secrets']) await files.makeFolder(`${run}/${name}`)
  await files.makeFolder(`${work}/cache`)
  const progressSeconds = order.spec.progressIntervalSeconds ?? DEFAULT_PROGRESS_SECONDS
  return {
    capabilities,
    spec: order.spec,
    kopia: order.kopia,
    environment: kopiaEnvironment(order.environment, { run, cache }),
    secrets: order.environment,
    folders: { run, cache },
    pathMap: order.pathMap,
    strikeOut: strikeOut(order.environment),
    progress: progressSink({ clock, log, reporter }, progressSeconds),
    progressSeconds,
  }
}

const cannotOpen = (error: unknown): Failure => {
  const text = error instanceof Error ? error.message : String(error)
  const known = errorClassOf(text)
  return failure(known === 'Unknown' ? 'PermissionDenied' : known, { op: 'prepare', stderrTail: text })
}

/** Makes the private folders. Nothing of kopia has run yet. */
export const openSession =
  (capabilities: Capabilities, reporter: Reporter) =>
  (order: WorkOrder): TE.TaskEither<Failure, Session> =>
    TE.tryCatch(() => open(capabilities, reporter, order), cannotOpen)

/** Removes the private folder, and with it the connection file that holds storage keys. Never fails. */
export const closeSession = async (session: Session): Promise<void> => {
  try {
    await session.capabilities.files.remove(session.folders.run)
  } catch (error) {
    session.capabilities.log('warn', 'private folder could not be removed', { error: String(error) })
  }
}
