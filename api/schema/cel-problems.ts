import { parse } from '@marcbachmann/cel-js'
import * as E from 'fp-ts/Either'
import { isObject } from './is-object'
import type { CelRule, OpenApi } from './open-api'
import { fieldPath, type Problem } from './problems'
import { fieldSchema } from './unknown-fields'

/**
 * What the CEL rules of a schema say of a value, and of its change from `old`. Rules that look at `oldSelf` hold for
 * changes only, and not inside of arrays, where an API server cannot tell what belonged together.
 */
export const celProblems = (schema: OpenApi, value: unknown, old?: unknown, path = ''): ReadonlyArray<Problem> => [
  ...(schema['x-kubernetes-validations'] ?? [])
    .filter((rule) => value !== null && (old !== undefined || !isTransition(rule)))
    .filter((rule) => !holds(rule, value, old))
    .map(({ message }) => ({ field: path, message })),
  ...below(schema, value, old, path),
]

const below = (schema: OpenApi, value: unknown, old: unknown, path: string): ReadonlyArray<Problem> => {
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined
      ? []
      : value.flatMap((item, index) => celProblems(items, item, undefined, `${path}[${index}]`))
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([name, field]) => {
        const inner = fieldSchema(schema, name)
        const before = isObject(old) ? old[name] : undefined
        return inner === undefined ? [] : celProblems(inner, field, before, fieldPath(path, name))
      })
    : []
}

const isTransition = ({ rule }: CelRule): boolean => rule.includes('oldSelf')

const holds = ({ rule }: CelRule, self: unknown, oldSelf: unknown): boolean =>
  E.getOrElse(() => false)(
    E.tryCatch(
      () => parse(rule)({ self, oldSelf: oldSelf ?? null }) === true,
      () => false,
    ),
  )
