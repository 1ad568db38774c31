/** Where a Snapshot comes from. */
export { isBornFinished, originOf, type Origin } from './origin'
