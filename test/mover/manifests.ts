import type { Manifest } from '../../mover/kopia/manifest'

type Shape = {
  readonly id: string
  readonly start?: string
  readonly end?: string
  readonly path?: string
  readonly user?: string
  readonly host?: string
  readonly run?: string
  readonly more?: Partial<Manifest>
}

/** A manifest as kopia prints it; what is not said is ordinary. */
export const manifestOf = ({ id, start, end, path, user, host, run, more }: Shape): Manifest => ({
  id,
  source: { host: host ?? 'shop', userName: user ?? 'app', path: path ?? '/data' },
  description: '',
  startTime: start ?? '2026-01-01T00:00:00.123456789Z',
  endTime: end ?? start ?? '2026-01-01T00:00:05Z',
  stats: { totalSize: 100, fileCount: 2, cachedFiles: 1, nonCachedFiles: 1, errorCount: 0, ignoredErrorCount: 0 },
  rootEntry: { obj: `k${id}`, summ: { size: 100, files: 3, numFailed: 0 } },
  ...(run === undefined ? {} : { tags: { 'tag:kopiur-run': run } }),
  ...more,
})
