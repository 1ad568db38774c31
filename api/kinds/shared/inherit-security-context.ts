import { nullable, object, string, union, type TypeOf } from '../../schema'
import { labelSelector } from './label-selector'

/** Whose identity a mover takes over: the Pod that uses the volume, Pods by label, or the one recorded with the snapshot. */
export const inheritSecurityContext = union({
  pvcConsumer: object({}, { container: nullable(string) }),
  snapshot: object({}),
  workloadSelector: object({ podSelector: labelSelector }, { container: nullable(string) }),
})
export type InheritSecurityContext = TypeOf<typeof inheritSecurityContext>
