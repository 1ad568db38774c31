import { childText, type Check } from './check'

/** An observed child that is left out is deleted, so leaving out needs a `drop`. */
export const observedAccountedFor: Check = (call, decision) => {
  const named = new Set(decision.children.map(({ object }) => childText(call, object)))
  return Object.entries(call.observed).flatMap(([kind, children]) =>
    Object.keys(children)
      .map((name) => `${kind} ${name}`)
      .flatMap((text) => (named.has(text) ? [] : [`${text} is observed and neither kept nor dropped`])),
  )
}
