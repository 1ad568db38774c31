import { isComplete, type Manifest, sizeOf } from '../kopia/manifest'

type Newest = { readonly at: number; readonly size: number }
export type CatalogueCount = { count: number; readonly newest: Map<string, Newest> }

export const emptyCount = (): CatalogueCount => ({ count: 0, newest: new Map() })

const sourceKey = ({ source }: Manifest) => JSON.stringify([source.userName, source.host, source.path])

/** Counts one more complete snapshot into `so far`, which is changed in place: a list may be very long. */
export const countOne = (soFar: CatalogueCount, snapshot: Manifest): CatalogueCount => {
  if (!isComplete(snapshot)) return soFar
  soFar.count += 1
  const key = sourceKey(snapshot)
  const at = Date.parse(snapshot.startTime)
  const known = soFar.newest.get(key)
  if (known === undefined || known.at < at) soFar.newest.set(key, { at, size: sizeOf(snapshot) })
  return soFar
}

/** Logical bytes: the newest snapshot of each source, summed. */
export const totalSize = ({ newest }: CatalogueCount): number =>
  [...newest.values()].reduce((sum, { size }) => sum + size, 0)
