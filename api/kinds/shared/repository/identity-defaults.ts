import { nullable, object, string, type TypeOf } from '../../../schema'

/** How the identity of snapshots is made where a policy sets none. */
export const identityDefaults = object(
  {},
  { cluster: nullable(string), hostnameExpr: nullable(string), usernameExpr: nullable(string) },
)
export type IdentityDefaults = TypeOf<typeof identityDefaults>
