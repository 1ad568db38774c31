import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { evaluateIdentity } from '../../../api/cel'
import type { IdentityDefaults } from '../../../api/kinds/shared/repository/identity-defaults'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { componentFault } from './identity-shape'

/** kopia's `username@hostname`; the path is that of each source. */
export interface PolicyIdentity {
  readonly username: string
  readonly hostname: string
}

/** What keeps an identity from being made: where it was written, and what to change. */
export interface IdentityProblem {
  /** `spec.identity.username` of the policy or `spec.identityDefaults.usernameExpr` of the repository, as it is. */
  readonly field: string
  readonly message: string
}

/** Identity of a policy's snapshots in one repository: its own words, else the repository's, else its name and place. */
export const resolveIdentity = (
  policy: Pick<SnapshotPolicy, 'metadata' | 'spec'>,
  defaults: IdentityDefaults | undefined,
): E.Either<IdentityProblem, PolicyIdentity> =>
  pipe(
    E.Do,
    E.apS('username', component('username', policy, defaults)),
    E.apS('hostname', component('hostname', policy, defaults)),
  )

const component = (
  part: 'username' | 'hostname',
  policy: Pick<SnapshotPolicy, 'metadata' | 'spec'>,
  defaults: IdentityDefaults | undefined,
): E.Either<IdentityProblem, string> => {
  const own = policy.spec.identity?.[part]
  const expression = part === 'username' ? defaults?.usernameExpr : defaults?.hostnameExpr
  if (own !== undefined) return shaped(`spec.identity.${part}`, own)
  return expression === undefined
    ? shaped(`spec.identity.${part}`, fallback(part, policy, defaults))
    : evaluated(`spec.identityDefaults.${part}Expr`, expression, policy, defaults)
}

const evaluated = (
  field: string,
  expression: string,
  { metadata }: Pick<SnapshotPolicy, 'metadata'>,
  defaults: IdentityDefaults | undefined,
): E.Either<IdentityProblem, string> =>
  pipe(
    evaluateIdentity(expression, {
      namespace: metadata.namespace ?? '',
      policyName: metadata.name,
      labels: metadata.labels ?? {},
      annotations: metadata.annotations ?? {},
      cluster: defaults?.cluster ?? '',
    }),
    E.mapLeft((why) => ({ field, message: `the expression fails for ${metadata.name}: ${why}` })),
    E.chain((text) => shaped(field, text)),
  )

const fallback = (
  part: 'username' | 'hostname',
  { metadata }: Pick<SnapshotPolicy, 'metadata'>,
  defaults: IdentityDefaults | undefined,
): string =>
  part === 'username'
    ? metadata.name
    : defaults?.cluster === undefined
      ? (metadata.namespace ?? '')
      : `${metadata.namespace ?? ''}.${defaults.cluster}`

const shaped = (field: string, text: string): E.Either<IdentityProblem, string> => {
  const fault = componentFault(text)
  return fault === undefined
    ? E.right(text)
    : E.left({ field, message: `"${text}" ${fault}; kopia knows a snapshot by user@host:path` })
}
