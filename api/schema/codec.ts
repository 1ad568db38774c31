import * as t from 'io-ts'
import { schemaProblems } from './problems'
import type { Schema } from './schema'

/**
 * io-ts codec of a schema. A value that already has the shape is returned itself; one with `null` fields or old
 * spellings is returned clean; errors are only looked for when neither has it.
 */
export const codec = <A>(name: string, schema: Schema<A>): t.Type<A, A, unknown> =>
  new t.Type<A, A, unknown>(
    name,
    schema.is,
    (value, context) => {
      if (schema.is(value)) return t.success(value)
      const clean = schema.clean(value)
      return schema.is(clean) ? t.success(clean) : t.failures(errors(name, schema, { value, clean, context }))
    },
    t.identity,
  )

const errors = (
  name: string,
  schema: Schema<unknown>,
  { value, clean, context }: { readonly value: unknown; readonly clean: unknown; readonly context: t.Context },
): t.Errors => {
  const problems = schemaProblems(schema.openApi, clean)
  return problems.length === 0
    ? [{ value, context: [...context], message: `not a ${name}` }]
    : problems.map(({ field, message }) => ({ value, context: [...context], message: `${field}: ${message}` }))
}
