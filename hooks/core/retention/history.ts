import { buckets, newestFirst, type Aged } from './kept'

/** The rows beyond the newest `limit` of each bucket, oldest history first to go. */
export const beyondNewest = <A extends Pick<Aged, 'name' | 'at' | 'bucket'>>(
  limit: number,
  rows: ReadonlyArray<A>,
): ReadonlyArray<A> => buckets(rows).flatMap((bucket) => [...bucket].sort(newestFirst).slice(limit))
