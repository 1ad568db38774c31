import { setConditions, type Condition, type ConditionUpdate } from '../core/conditions'
import type { Instant } from '../core/time/instant'
import type { AnyStatus } from './any-status'

export const conditionsOf = ({ conditions }: AnyStatus): ReadonlyArray<Condition> => conditions ?? []

export const withConditions = (
  status: AnyStatus,
  updates: ReadonlyArray<ConditionUpdate>,
  now: Instant,
  generation: number | undefined,
): AnyStatus => ({ ...status, conditions: setConditions(conditionsOf(status), updates, now, generation) })

export const withoutCondition = (status: AnyStatus, type: string): AnyStatus => ({
  ...status,
  conditions: conditionsOf(status).filter((condition) => condition.type !== type),
})
