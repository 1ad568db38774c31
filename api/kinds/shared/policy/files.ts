import { array, boolean, int64, nullable, object, string, withDefault } from '../../../schema'

const IGNORED = ['/lost+found', 'System Volume Information', '$RECYCLE.BIN', '@eaDir', '.snapshot']

/** Which files of a source are left out. */
export const files = object(
  {},
  {
    ignoreCacheDirs: boolean,
    ignoreIdenticalSnapshots: boolean,
    ignoreRules: withDefault(array(string), IGNORED),
  },
)

export const compression = object({}, { compressor: nullable(string), neverCompress: array(string) })

export const errorHandling = object(
  {},
  { failFast: boolean, ignoreDirErrors: boolean, ignoreFileErrors: boolean, ignoreUnknownTypes: boolean },
)

export const upload = object(
  {},
  { limitMb: nullable(int64), maxParallelFileReads: nullable(int64), maxParallelSnapshots: nullable(int64) },
)
