import { boolean, nullable, object, uint32, type TypeOf } from '../../../schema'

/** kopia's options of a restore, and `enableFileDeletion`: remove what the snapshot does not hold. */
export const restoreOptions = object(
  {},
  {
    enableFileDeletion: boolean,
    ignoreErrors: nullable(boolean),
    ignorePermissionErrors: nullable(boolean),
    overwriteDirectories: nullable(boolean),
    overwriteFiles: nullable(boolean),
    overwriteSymlinks: nullable(boolean),
    parallel: nullable(uint32),
    skipExisting: nullable(boolean),
    skipOwners: nullable(boolean),
    skipPermissions: nullable(boolean),
    skipTimes: nullable(boolean),
    writeFilesAtomically: nullable(boolean),
    writeSparseFiles: nullable(boolean),
  },
)
export type RestoreOptions = TypeOf<typeof restoreOptions>
