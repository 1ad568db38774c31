import { Environment } from '@marcbachmann/cel-js'
import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { evaluateExpression, NAMESPACE_VARIABLE, type Language } from './program'

/** `identityDefaults.usernameExpr` and `hostnameExpr`. */
export const identityLanguage: Language = {
  environment: new Environment()
    .registerVariable(NAMESPACE_VARIABLE, 'string')
    .registerVariable('policyName', 'string')
    .registerVariable('labels', 'map<string, string>')
    .registerVariable('annotations', 'map<string, string>')
    .registerVariable('cluster', 'string'),
  returns: 'string',
}

export type IdentityVariables = {
  readonly namespace: string
  readonly policyName: string
  readonly labels: { readonly [key: string]: string }
  readonly annotations: { readonly [key: string]: string }
  /** Empty where the repository names none. */
  readonly cluster: string
}

/** One part of an identity; a failure is a message. */
export const evaluateIdentity = (expression: string, variables: IdentityVariables): E.Either<string, string> =>
  pipe(
    evaluateExpression(identityLanguage, expression, variables),
    E.chain((value) => (typeof value === 'string' ? E.right(value) : E.left('did not return a string'))),
  )
