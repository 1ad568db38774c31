import { int64, keepingUnknown, object, string, type TypeOf } from '../../schema'

/** core/v1 Affinity, handed to Pods as it is. */
export const affinity = keepingUnknown(object({}))
export type Affinity = TypeOf<typeof affinity>

/** core/v1 Toleration. */
export const toleration = keepingUnknown(
  object({}, { effect: string, key: string, operator: string, tolerationSeconds: int64, value: string }),
)
export type Toleration = TypeOf<typeof toleration>
