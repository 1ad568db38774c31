import { findCondition, type Condition } from '../../core/conditions'
import { present } from '../../core/json/present'

/** Somebody has to do something before the object works; why, in one word. */
export interface MayStall {
  readonly stalled?: string
}

export const stalledOf = (conditions: ReadonlyArray<Condition> | undefined): MayStall => {
  const stalled = findCondition(conditions, 'Stalled')
  return present(stalled?.status === 'True' ? stalled.reason : undefined, (reason) => ({ stalled: reason }))
}
