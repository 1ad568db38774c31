/** Decisions on the parent as it is now. */
export { onCurrentParent } from './current-parent'
