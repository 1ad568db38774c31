import type { LabelSelector } from '../../api/kubernetes/client'
import { matchesSelector } from '../../api/kubernetes/matches-selector'

export type Labels = { readonly [key: string]: string } | undefined

/** Why a selector cannot be used, in the API's words; undefined for a good one. */
export const selectorError = (selector: LabelSelector): string | undefined => {
  for (const { operator, values } of selector.matchExpressions ?? []) {
    const some = (values?.length ?? 0) > 0
    if (operator === 'In' || operator === 'NotIn') {
      if (!some) return `values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty`
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (some) return `values: Invalid value: values set must be empty for exists and does not exist`
    } else return `"${operator}" is not a valid label selector operator`
  }
  return undefined
}

/** An absent selector matches everything, and so does an empty one. */
export const matchesLabels = (selector: LabelSelector | undefined, labels: Labels): boolean =>
  selector === undefined || matchesSelector(selector, labels ?? {})
