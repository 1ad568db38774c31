/** Conditions that move only on transitions: equal decisions leave a status byte for byte the same. */
export type { Condition, ConditionUpdate } from './condition'
export { findCondition, hasCondition } from './find-condition'
export { readyTriple, type Outcome } from './ready-triple'
export { setConditions } from './set-conditions'
