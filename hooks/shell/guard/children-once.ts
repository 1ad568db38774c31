import { childText, type Check } from './check'

/** Of two children with one identity the last would win without a word. */
export const childrenOnce: Check = (call, decision) => {
  const seen = new Set<string>()
  return decision.children.flatMap(({ object }) => {
    const text = childText(call, object)
    const again = seen.has(text)
    seen.add(text)
    return again ? [`${text} is named twice`] : []
  })
}
