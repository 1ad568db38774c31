import type { LabelSelector } from './client'

/** Whether labels satisfy a selector; an empty selector matches all, an unknown operator nothing. */
export const matchesSelector = (selector: LabelSelector, labels: { readonly [key: string]: string }): boolean =>
  Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
  (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
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
  })
