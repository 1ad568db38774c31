import { textOf, type ChildCheck } from './check'

/** Of two children with one identity the last would win without a word. */
export const childrenOnce: ChildCheck = (_call, children) => {
  const seen = new Set<string>()
  return children.map(textOf).flatMap((text) => {
    const again = seen.has(text)
    seen.add(text)
    return again ? [`${text} is named twice`] : []
  })
}
