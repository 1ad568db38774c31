import type { LabelSelector } from '../../kinds/shared/label-selector'
import { each, refuse, refuseIf, type Problems } from '../problem'

const WITH_VALUES = ['In', 'NotIn']
const WITHOUT_VALUES = ['Exists', 'DoesNotExist']

export const validSelector = (selector: LabelSelector, path: string): Problems =>
  each(selector.matchExpressions, `${path}.matchExpressions`, ({ operator, values = [] }, field) => {
    if (WITH_VALUES.includes(operator))
      return refuseIf(values.length === 0, `${field}.values`, `must hold at least one value for ${operator}`)
    return WITHOUT_VALUES.includes(operator)
      ? refuseIf(values.length > 0, `${field}.values`, `must be empty for ${operator}`)
      : refuse(
          `${field}.operator`,
          `must be one of ${[...WITH_VALUES, ...WITHOUT_VALUES].join(', ')}, not ${JSON.stringify(operator)}`,
        )
  })

/** A selector that would match every Pod is refused where exactly one is meant. */
export const narrowSelector = (selector: LabelSelector, path: string): Problems => [
  ...refuseIf(
    Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0,
    path,
    'must hold a label or an expression: an empty selector matches every Pod',
  ),
  ...validSelector(selector, path),
]
