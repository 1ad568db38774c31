import { textOf, type ChildCheck } from './check'

/** With generateName each call creates one more child and deletes the one before. */
export const namesNotGenerated: ChildCheck = (_call, children) =>
  children.flatMap((child) =>
    'generateName' in child.decided.object.metadata ? [`${textOf(child)} has generateName`] : [],
  )
