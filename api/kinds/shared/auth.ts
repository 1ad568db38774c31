import { nullable, object, string, type TypeOf } from '../../schema'
import { secretRef } from './reference'

/** Static keys from a Secret. */
export const secretAuth = object({}, { secretRef: nullable(secretRef) })

/** Static keys from a Secret, or the cloud's own identity of a ServiceAccount; not both. */
export const cloudAuth = object(
  {},
  { secretRef: nullable(secretRef), workloadIdentity: nullable(object({ serviceAccountName: string })) },
)
export type CloudAuth = TypeOf<typeof cloudAuth>
