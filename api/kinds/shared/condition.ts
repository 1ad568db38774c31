import { boundedString, int64, object, string, type TypeOf } from '../../schema'

/** meta/v1 Condition. */
export const condition = object(
  {
    lastTransitionTime: boundedString({ format: 'date-time' }),
    message: string,
    reason: string,
    status: string,
    type: string,
  },
  { observedGeneration: int64 },
)
export type Condition = TypeOf<typeof condition>
