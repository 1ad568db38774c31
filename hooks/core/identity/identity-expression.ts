import { Environment } from '@marcbachmann/cel-js'
import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'

/** What an expression can speak of: the policy, and the cluster's name where the repository has one. */
export interface ExpressionFacts {
  readonly namespace: string
  readonly policyName: string
  readonly labels: { readonly [key: string]: string }
  readonly annotations: { readonly [key: string]: string }
  readonly cluster: string
}

const LIMIT = 1024
/** CEL reserves the word `namespace`, so the variable goes by another name inside. */
const NAMESPACE = 'namespace_of_policy'

const environment = new Environment({ unlistedVariablesAreDyn: false })
  .registerVariable(NAMESPACE, 'string')
  .registerVariable('policyName', 'string')
  .registerVariable('labels', 'map<string, string>')
  .registerVariable('annotations', 'map<string, string>')
  .registerVariable('cluster', 'string')

/** Evaluates a CEL expression that has to give a text. Left: what is wrong with it. */
export const evaluateExpression = (expression: string, facts: ExpressionFacts): E.Either<string, string> =>
  new TextEncoder().encode(expression).length > LIMIT
    ? E.left(`longer than ${LIMIT} bytes`)
    : pipe(
        attempt(() => environment.parse(withoutReservedWord(expression))({ ...facts, [NAMESPACE]: facts.namespace })),
        E.chain((value) =>
          typeof value === 'string' ? E.right(value) : E.left(`gives a value that is no text: ${String(value)}`),
        ),
      )

const attempt = (evaluate: () => unknown): E.Either<string, unknown> =>
  E.tryCatch(evaluate, (error) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)))

/** A string literal or comment, or the bare identifier: one that is not a field of something. */
const STRINGS = [/[rR]"[^"]*"/, /[rR]'[^']*'/, /"(?:\\.|[^"\\])*"/, /'(?:\\.|[^'\\])*'/, /\/\/[^\n]*/]
const TOKENS = new RegExp(`(${STRINGS.map(({ source }) => source).join('|')})|((?:\\.\\s*)?\\b\\w+\\b)`, 'g')

const withoutReservedWord = (expression: string): string =>
  expression.replace(TOKENS, (token) => (token === 'namespace' ? NAMESPACE : token))
