import type { LabelSelector } from '../../../api/kubernetes/client'

/** Whether labels match a selector as Kubernetes reads it; an operator that is not known matches nothing. */
export const matchesSelector = (
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: { readonly [key: string]: string },
): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every((expression) => matchesExpression(expression, labels))

type Expression = NonNullable<LabelSelector['matchExpressions']>[number]

const matchesExpression = (
  { key, operator, values = [] }: Expression,
  labels: { readonly [key: string]: string },
): boolean => {
  const value = labels[key]
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return false
  }
}
