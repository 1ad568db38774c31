/** Decisions on the parent as it is now. */
export { movesNothing, unread } from './moves-nothing'
export { onCurrentParent, plainLens, type Lens } from './current-parent'
