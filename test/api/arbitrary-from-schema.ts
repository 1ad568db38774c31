import * as fc from 'fast-check'
import type { OpenApi } from '../../api/schema'

/** Values that a schema admits, as users and older writers spell them: `null` where it is allowed, defaults left out. */
export const arbitraryFrom = (schema: OpenApi): fc.Arbitrary<unknown> =>
  schema.nullable === true
    ? fc.oneof({ weight: 5, arbitrary: present(schema) }, { weight: 1, arbitrary: fc.constant(null) })
    : present(schema)

const present = (schema: OpenApi): fc.Arbitrary<unknown> => {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  return schema.type === undefined ? fc.oneof(fc.string(), fc.integer()) : OF_TYPE[schema.type](schema)
}

const OF_TYPE = {
  string: ({ minLength = 0, maxLength = 20 }: OpenApi) => fc.string({ minLength, maxLength: Math.min(maxLength, 20) }),
  integer: ({ minimum = -1000, maximum = 1000 }: OpenApi) => fc.integer({ min: minimum, max: maximum }),
  boolean: () => fc.boolean(),
  array: ({ items = {}, minItems = 0 }: OpenApi) =>
    fc.array(arbitraryFrom(items), { minLength: minItems, maxLength: 3 }),
  object: (schema: OpenApi) => object(schema),
}

const object = (schema: OpenApi): fc.Arbitrary<unknown> => {
  const fields = Object.entries(schema.properties ?? {})
  const only = schema.oneOf?.flatMap(({ required }) => required) ?? exactlyOne(schema)
  const required = schema.required ?? []
  const free = fields.filter(([name]) => !only.includes(name))
  const rest = fc.record(Object.fromEntries(free.map(([name, field]) => [name, arbitraryFrom(field)])), {
    requiredKeys: required.filter((name) => !only.includes(name)),
  })
  if (schema.additionalProperties !== undefined)
    return fc.dictionary(fc.string(), arbitraryFrom(schema.additionalProperties), { maxKeys: 3 })
  if (only.length === 0) return rest
  return fc
    .constantFrom(...fields.filter(([name]) => only.includes(name)))
    .chain(([name, { nullable: _, ...field }]) =>
      fc.tuple(rest, arbitraryFrom(field)).map(([others, value]) => ({ ...others, [name]: value })),
    )
}

/** The fields that a CEL rule wants exactly one of. */
const exactlyOne = (schema: OpenApi): ReadonlyArray<string> =>
  (schema['x-kubernetes-validations'] ?? []).flatMap(
    ({ message }) => /^exactly one of ((?!target).*) must be set$/.exec(message)?.[1]?.split(', ') ?? [],
  )
