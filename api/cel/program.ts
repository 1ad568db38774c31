import type { Environment } from '@marcbachmann/cel-js'
import * as E from 'fp-ts/Either'

/** A CEL expression language of this API: which variables it has and what an expression must return. */
export interface Language {
  readonly environment: Environment
  readonly returns: 'string' | 'bool'
}

/** Longest expression that is taken, in bytes. */
export const LONGEST_EXPRESSION = 1024

/** What is wrong with an expression, found without evaluating it. A map key that may be missing is no fault. */
export const checkExpression = (language: Language, text: string): E.Either<string, string> => {
  if (text.trim() === '') return E.left('is empty')
  if (new TextEncoder().encode(text).length > LONGEST_EXPRESSION)
    return E.left(`is longer than ${LONGEST_EXPRESSION} bytes`)
  const { valid, type, error } = language.environment.check(unreserved(text))
  if (!valid) return E.left(firstLine(error))
  return type === language.returns || type === 'dyn'
    ? E.right(text)
    : E.left(`must return a ${language.returns}, not ${type}`)
}

/** Evaluates an expression; a failure is its message. */
export const evaluateExpression = (
  language: Language,
  text: string,
  variables: { readonly [name: string]: unknown },
): E.Either<string, unknown> =>
  E.tryCatch(
    () => language.environment.evaluate(unreserved(text), renamed(variables)),
    (error) => firstLine(error),
  )

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

/** CEL reserves the word `namespace`; expressions may use it all the same. */
export const NAMESPACE_VARIABLE = 'namespace_'

const TEXT_OR_WORD = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<![\w.])namespace(?!\w)/g

const unreserved = (text: string): string => text.replace(TEXT_OR_WORD, (_, literal) => literal ?? NAMESPACE_VARIABLE)

const renamed = ({ namespace, ...others }: { readonly [name: string]: unknown }) =>
  namespace === undefined ? others : { ...others, [NAMESPACE_VARIABLE]: namespace }
