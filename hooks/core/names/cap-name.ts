import { longHash } from './fnv1a64'

/** Longest value of a label, and so of every name that becomes one. */
export const LABEL_LIMIT = 63

/** Keeps a name that fits; else its head, `-`, and 16 hex digits that stand for the whole of it. */
export const capName = (name: string, limit: number = LABEL_LIMIT): string =>
  name.length <= limit ? name : `${name.slice(0, limit - 17).replace(/-+$/, '')}-${longHash(name)}`
