import { boolean, object, withDefault, type TypeOf } from '../../schema'

/** Asks for a copy of the repository's Secrets in this namespace for the length of a run. */
export const credentialProjection = object({}, { enabled: withDefault(boolean, false) })
export type CredentialProjection = TypeOf<typeof credentialProjection>
