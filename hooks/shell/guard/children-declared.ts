import { textOf, type ChildCheck } from './check'

/** A child of a kind the controller does not declare is created once and never seen again. */
export const childrenDeclared: ChildCheck = (call, children) =>
  children.flatMap((child) => (child.kind in call.observed ? [] : [`${textOf(child)} is of an undeclared kind`]))
