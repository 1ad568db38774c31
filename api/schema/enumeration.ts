import type { Schema } from './schema'

/** A closed list of words. */
export const enumeration = <W extends string>(...words: ReadonlyArray<W>): Schema<W> => {
  const known: ReadonlySet<unknown> = new Set(words)
  return {
    is: (value): value is W => known.has(value),
    clean: (value) => value,
    openApi: { type: 'string', enum: words },
  }
}

/** A word of the list, or one that a newer writer put there. */
export type Open<W extends string> = W | (string & { readonly [key in never]: never })

/** A list of words that is closed for writers and open for readers. */
export const openEnumeration = <W extends string>(...words: ReadonlyArray<W>): Schema<Open<W>> => ({
  is: (value): value is Open<W> => typeof value === 'string',
  clean: (value) => value,
  openApi: { type: 'string', enum: words },
})
