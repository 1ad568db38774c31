import * as E from 'fp-ts/Either'
import type * as TE from 'fp-ts/TaskEither'
import type { Failure } from '../../api/mover/outcome'
import type { SnapshotOperation } from '../../api/mover/work-spec'
import type { Command } from '../kopia/command'
import { uploadedBytes } from '../kopia/metrics'
import { type CallResult, run } from '../kopia/run'
import { snapshotCreate } from '../kopia/snapshot-create'
import { mapPath } from '../path-map'
import { uploadProgress } from '../progress/upload-line'
import type { Session } from '../session'

/** How one `snapshot create` went; nothing is concluded from it yet. */
export type Ran = {
  readonly command: Command
  readonly result: CallResult
  readonly uploaded: number | undefined
  readonly startedAt: Date
}

const measured = async (session: Session, folder: string): Promise<number | undefined> => {
  const { files } = session.capabilities
  for (const name of await files.list(folder)) {
    const text = await files.readText(`${folder}/${name}/kopia-metrics.prom`)
    if (text !== undefined) return uploadedBytes(text)
  }
  return undefined
}

/** Runs kopia once over the source. */
export const take = (session: Session, operation: SnapshotOperation): TE.TaskEither<Failure, Ran> => {
  const diagnostics = `${session.folders.run}/diagnostics`
  const path = mapPath(session.pathMap)(operation.mountPath)
  const command = snapshotCreate(operation, path, diagnostics, session.progressSeconds)
  return async () => {
    const startedAt = session.capabilities.clock.now()
    const result = await run(session)(command, { progress: uploadProgress })
    return E.right({ command, result, uploaded: await measured(session, diagnostics), startedAt })
  }
}
