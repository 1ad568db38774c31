import type { Check } from './check'

/** A `null` among the children ends the Metacontroller process, and `undefined` becomes one on the wire. */
export const elementsPresent: Check = (_call, decision) =>
  decision.children.flatMap((child, index) =>
    isObject(child) && isObject(child.object) ? [] : [`child ${index} is no object`],
  )

const isObject = (u: unknown): boolean => typeof u === 'object' && u !== null
