import { isComplete, type Manifest, sizeOf } from '../kopia/manifest'

type Newest = { readonly at: number; readonly size: number }
export type CatalogueCount = { readonly count: number; readonly newest: ReadonlyMap<string, Newest> }

export const emptyCount = (): CatalogueCount => ({ count: 0, newest: new Map() })

const sourceKey = ({ source }: Manifest) => JSON.stringify([source.userName, source.host, source.path])

/** Counts one more complete snapshot and remembers the newest of each source. */
export const countOne = ({ count, newest }: CatalogueCount, snapshot: Manifest): CatalogueCount => {
  if (!isComplete(snapshot)) return { count, newest }
  const key = sourceKey(snapshot)
  const at = Date.parse(snapshot.startTime)
  const known = newest.get(key)
  return {
    count: count + 1,
    newest: known !== undefined && known.at >= at ? newest : new Map(newest).set(key, { at, size: sizeOf(snapshot) }),
  }
}

/** Logical bytes: the newest snapshot of each source, summed. */
export const totalSize = ({ newest }: CatalogueCount): number =>
  [...newest.values()].reduce((sum, { size }) => sum + size, 0)
