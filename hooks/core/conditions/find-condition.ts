import type { Condition } from './condition'

export const findCondition = (conditions: ReadonlyArray<Condition> | undefined, type: string): Condition | undefined =>
  conditions?.find((condition) => condition.type === type)

/** True where the status holds this condition with this very status and, when given, reason. */
export const hasCondition = (
  conditions: ReadonlyArray<Condition> | undefined,
  type: string,
  status: Condition['status'],
  reason?: string,
): boolean => {
  const found = findCondition(conditions, type)
  return found?.status === status && (reason === undefined || found.reason === reason)
}
