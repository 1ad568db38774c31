import { array, intOrString, keepingUnknown, map, object, string, type TypeOf } from '../../schema'

/** core/v1 ResourceRequirements. */
export const resources = keepingUnknown(
  object(
    {},
    {
      claims: array(object({ name: string }, { request: string })),
      limits: map(intOrString),
      requests: map(intOrString),
    },
  ),
)
export type Resources = TypeOf<typeof resources>
