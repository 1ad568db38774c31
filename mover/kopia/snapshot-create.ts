import type { SnapshotOperation } from '../../api/mover/work-spec'
import { type Command, command } from './command'
import { flag } from './flag'
import { manifest, type Manifest } from './manifest'

export const RUN_TAG = 'kopiur-run'

/** Name under which kopia knows a source: `user@host:/path`. */
export const sourceName = ({ username, hostname, sourcePath }: SnapshotOperation['identity']): string =>
  `${username}@${hostname}:${sourcePath}`

const tags = (operation: SnapshotOperation): ReadonlyArray<string> =>
  Object.entries({ ...operation.tags, [RUN_TAG]: operation.runUid }).flatMap(([key, value]) =>
    flag('--tags', `${key}:${value}`),
  )

/** `path` is where the data lies for kopia; `diagnostics` a folder for its measurements. */
export const snapshotCreate = (
  operation: SnapshotOperation,
  path: string,
  diagnostics: string,
  progressSeconds: number,
): Command =>
  command.data('snapshot create', [
    path,
    '--json',
    '--json-verbose',
    ...flag('--override-source', sourceName(operation.identity)),
    ...tags(operation),
    ...flag('--description', operation.description),
    ...(operation.failFast === true ? ['--fail-fast'] : []),
    ...flag('--upload-limit-mb', operation.uploadLimitMb),
    ...(operation.extraArgs ?? []),
    '--no-send-snapshot-report',
    ...['--metrics-store-on-exit', '--diagnostics-output-directory', diagnostics],
    ...(progressSeconds > 0 ? ['--progress', '--progress-update-interval', `${progressSeconds}s`] : ['--no-progress']),
  ])

export type Printed =
  | { readonly _tag: 'Nothing' }
  | { readonly _tag: 'Snapshot'; readonly manifest: Manifest }
  | { readonly _tag: 'Unreadable' }

/** What `snapshot create --json` printed: one object, or nothing at all. */
export const printed = (output: string): Printed => {
  if (output.trim() === '') return { _tag: 'Nothing' }
  try {
    const json: unknown = JSON.parse(output)
    return manifest.is(json) ? { _tag: 'Snapshot', manifest: json } : { _tag: 'Unreadable' }
  } catch {
    return { _tag: 'Unreadable' }
  }
}
