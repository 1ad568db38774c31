import type { LabelSelector } from '../../../api/kubernetes/client'

type Expression = NonNullable<LabelSelector['matchExpressions']>[number]

/** The text form of a label selector, as in the `labelSelector` parameter and in `-l`. Undefined: not understood. */
export const parseSelector = (text: string): LabelSelector | undefined => {
  const parts = text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const expressions = parts.map(parseExpression)
  return expressions.every((expression): expression is Expression => expression !== undefined)
    ? { matchExpressions: expressions }
    : undefined
}

const KEY = String.raw`[A-Za-z0-9][A-Za-z0-9_./-]*`
const VALUE = String.raw`[A-Za-z0-9_.-]*`
const FORMS: ReadonlyArray<readonly [RegExp, (key: string, rest: string) => Expression]> = [
  [new RegExp(`^!(${KEY})$`), (key) => ({ key, operator: 'DoesNotExist' })],
  [new RegExp(`^(${KEY})$`), (key) => ({ key, operator: 'Exists' })],
  [new RegExp(`^(${KEY})\\s+in\\s+\\(([^)]*)\\)$`), (key, rest) => ({ key, operator: 'In', values: listed(rest) })],
  [
    new RegExp(`^(${KEY})\\s+notin\\s+\\(([^)]*)\\)$`),
    (key, rest) => ({ key, operator: 'NotIn', values: listed(rest) }),
  ],
  [new RegExp(`^(${KEY})\\s*!=\\s*(${VALUE})$`), (key, rest) => ({ key, operator: 'NotIn', values: [rest] })],
  [new RegExp(`^(${KEY})\\s*==?\\s*(${VALUE})$`), (key, rest) => ({ key, operator: 'In', values: [rest] })],
]

const parseExpression = (part: string): Expression | undefined => {
  for (const [form, make] of FORMS) {
    const found = form.exec(part)
    if (found !== null) return make(found[1] ?? '', found[2] ?? '')
  }
  return undefined
}

const listed = (text: string): ReadonlyArray<string> => text.split(',').map((value) => value.trim())
