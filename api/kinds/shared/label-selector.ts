import { array, map, object, string, type TypeOf } from '../../schema'

/** meta/v1 LabelSelector. */
export const labelSelector = object(
  {},
  {
    matchExpressions: array(object({ key: string, operator: string }, { values: array(string) })),
    matchLabels: map(string),
  },
)
export type LabelSelector = TypeOf<typeof labelSelector>
