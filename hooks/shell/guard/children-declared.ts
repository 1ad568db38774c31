import { childKey, childText, type Check } from './check'

/** A child of a kind the controller does not declare is created once and never seen again. */
export const childrenDeclared: Check = (call, decision) =>
  decision.children.flatMap(({ object }) =>
    childKey(call.parent, object).kind in call.observed ? [] : [`${childText(call, object)} is of an undeclared kind`],
  )
