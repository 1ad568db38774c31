import { childText, type Check } from './check'

/** With generateName each call creates one more child and deletes the one before. */
export const namesNotGenerated: Check = (call, decision) =>
  decision.children.flatMap(({ object }) =>
    'generateName' in object.metadata ? [`${childText(call, object)} has generateName`] : [],
  )
