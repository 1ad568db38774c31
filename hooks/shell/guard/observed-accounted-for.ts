import { textOf, type ChildCheck } from './check'

/** An observed child that is left out is deleted, so leaving out needs a `drop`. */
export const observedAccountedFor: ChildCheck = (call, children) => {
  const named = new Set(children.map(({ observed }) => observed))
  return Object.entries(call.observed).flatMap(([kind, observed]) =>
    Object.entries(observed).flatMap(([name, object]) =>
      named.has(object) ? [] : [`${textOf({ kind, name })} is observed and neither kept nor dropped`],
    ),
  )
}
