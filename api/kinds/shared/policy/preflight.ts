import { array, boundedString, duration, object, string, type TypeOf } from '../../../schema'

/** CEL checks that hold a run back until all are true. */
export const preflight = object(
  {},
  {
    checks: array(object({ expr: string, name: boundedString({ minLength: 1, maxLength: 63 }) }, { message: string }), {
      maxItems: 50,
    }),
    timeout: duration,
  },
)
export type Preflight = TypeOf<typeof preflight>
