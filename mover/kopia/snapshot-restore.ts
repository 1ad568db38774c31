import type { RestoreOptions } from '../../api/mover/work-spec'
import { type Command, command } from './command'

const toggles: ReadonlyArray<readonly [keyof Omit<RestoreOptions, 'parallel' | 'enableFileDeletion'>, string]> = [
  ['ignorePermissionErrors', 'ignore-permission-errors'],
  ['writeFilesAtomically', 'write-files-atomically'],
  ['writeSparseFiles', 'write-sparse-files'],
  ['skipOwners', 'skip-owners'],
  ['skipPermissions', 'skip-permissions'],
  ['skipTimes', 'skip-times'],
  ['overwriteFiles', 'overwrite-files'],
  ['overwriteDirectories', 'overwrite-directories'],
  ['overwriteSymlinks', 'overwrite-symlinks'],
  ['ignoreErrors', 'ignore-errors'],
  ['skipExisting', 'skip-existing'],
]

const toggle = (flag: string, value: boolean | undefined) =>
  value === undefined ? [] : [value ? `--${flag}` : `--no-${flag}`]

const flags = (options: RestoreOptions): ReadonlyArray<string> => [
  ...toggles.flatMap(([field, flag]) => toggle(flag, options[field])),
  ...(options.parallel === undefined ? [] : ['--parallel', String(options.parallel)]),
  ...(options.enableFileDeletion === true ? ['--delete-extra'] : []),
]

// Without a mode kopia goes by the name of the target and would make an archive of a folder called `x.tar`.
/** An option that is not set is left to kopia. */
export const snapshotRestore = (
  id: string,
  target: string,
  options: RestoreOptions,
  progressSeconds: number,
): Command =>
  command.data('snapshot restore', [
    id,
    target,
    ...['--mode', 'local'],
    ...flags(options),
    ...(progressSeconds > 0 ? ['--progress', '--progress-update-interval', `${progressSeconds}s`] : ['--no-progress']),
  ])

export type Restored = { readonly files: number; readonly skipped: boolean }

/** Reads `Restored 2 files, 3 directories and 1 symbolic links (3 MB), skipped 2 (4 B)…`. */
export const restoredOf = (line: string): Restored | undefined => {
  const found = /^Restored (\d+) files, \d+ directories and \d+ symbolic links \([^)]*\)(, skipped \d+)?/.exec(
    line.trim(),
  )
  return found === null ? undefined : { files: Number(found[1]), skipped: found[2] !== undefined }
}
