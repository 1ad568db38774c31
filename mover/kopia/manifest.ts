import * as t from 'io-ts'

const source = t.type({ host: t.string, userName: t.string, path: t.string })

const summary = t.partial({
  size: t.number,
  files: t.number,
  numFailed: t.number,
  numIgnoredErrors: t.number,
  errors: t.array(t.partial({ path: t.string, error: t.string })),
})

const stats = t.partial({
  totalSize: t.number,
  fileCount: t.number,
  cachedFiles: t.number,
  nonCachedFiles: t.number,
  errorCount: t.number,
  ignoredErrorCount: t.number,
})

/** One snapshot as `snapshot list --json` and `snapshot create --json` print it. Tag keys carry the prefix `tag:`. */
export const manifest = t.intersection([
  t.type({ id: t.string, source, startTime: t.string, endTime: t.string }),
  t.partial({
    description: t.string,
    incomplete: t.string,
    stats,
    rootEntry: t.partial({ obj: t.string, size: t.number, summ: summary }),
    tags: t.record(t.string, t.string),
    pins: t.array(t.string),
  }),
])
export type Manifest = t.TypeOf<typeof manifest>

export const isComplete = (snapshot: Manifest): boolean => (snapshot.incomplete ?? '') === ''

/** Entries that kopia could not read and was not told to do without. */
export const failedEntries = ({ rootEntry }: Manifest): number => rootEntry?.summ?.numFailed ?? 0

/** Bytes of all its files. */
export const sizeOf = (snapshot: Manifest): number =>
  snapshot.rootEntry?.summ?.size ?? snapshot.rootEntry?.size ?? snapshot.stats?.totalSize ?? 0
