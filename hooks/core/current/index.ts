/** Decisions on the parent as it is now. */
export { onCurrentParent, plainLens, type Lens } from './current-parent'
