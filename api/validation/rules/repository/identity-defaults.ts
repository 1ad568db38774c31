import { identityLanguage } from '../../../cel'
import { isDnsLabel } from '../../../grammar'
import type { IdentityDefaults } from '../../../kinds/shared/repository/identity-defaults'
import { refuseIf, type Problems } from '../../problem'
import { validExpression } from '../expression'

const PATH = 'spec.identityDefaults'

export const validIdentityDefaults = ({ cluster, hostnameExpr, usernameExpr }: IdentityDefaults): Problems => [
  ...refuseIf(
    cluster !== undefined && !isDnsLabel(cluster, 32),
    `${PATH}.cluster`,
    `${JSON.stringify(cluster)} must be lower-case letters, digits and -, without dots, at most 32 characters`,
  ),
  ...validExpression(identityLanguage, hostnameExpr, `${PATH}.hostnameExpr`),
  ...validExpression(identityLanguage, usernameExpr, `${PATH}.usernameExpr`),
]
