import type * as t from 'io-ts'

const SHOWN = 5

/** Paths of what does not fit its codec. Values are left out: the text ends in Events. */
export const undecodable = (errors: t.Errors): string => {
  const paths = errors.map(({ context, message }) => {
    const path = context.map(({ key }) => key).filter((key) => key !== '' && !/^\d+$/.test(key))
    const wanted = context[context.length - 1]?.type.name ?? 'unknown'
    return `${path.join('.')}: ${message ?? `is not ${wanted.slice(0, 80)}`}`
  })
  return [...new Set(paths)].slice(0, SHOWN).join('; ')
}
