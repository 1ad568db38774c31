import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { customKind } from '../../../embedded/api/kinds/custom'
import { parsesAsCel } from '../../../embedded/api/schema/cel'
import type { JsonSchema } from '../../../embedded/api/schema/json-schema'

const folder = join(__dirname, '../../../crds')

const parts = (schema: JsonSchema): ReadonlyArray<JsonSchema> => [
  schema,
  ...Object.values(schema.properties ?? {}).flatMap(parts),
  ...(schema.items === undefined ? [] : parts(schema.items)),
  ...(typeof schema.additionalProperties === 'object' ? parts(schema.additionalProperties) : []),
]

const UNDERSTOOD = new Set(
  (
    'type format nullable default enum properties additionalProperties required items minimum maximum exclusiveMinimum ' +
    'exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties oneOf ' +
    'anyOf allOf not title description example externalDocs x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource ' +
    'x-kubernetes-int-or-string x-kubernetes-list-type x-kubernetes-list-map-keys x-kubernetes-map-type x-kubernetes-validations'
  ).split(' '),
)

const definitions = readdirSync(folder)
  .map((file) => parse(readFileSync(join(folder, file), 'utf8')) as { kind: string; metadata: { name: string } })
  .filter(({ kind }) => kind === 'CustomResourceDefinition')

describe.each(definitions.map((definition) => [definition.metadata.name, definition] as const))(
  '%s',
  (_, definition) => {
    const kind = customKind(definition)
    const schemas = parts(kind.schema ?? {})

    it('says nothing that the embedded API would overlook', () => {
      const overlooked = schemas.flatMap((schema) => Object.keys(schema).filter((key) => !UNDERSTOOD.has(key)))
      expect([...new Set(overlooked)]).toEqual([])
    })

    it('has rules and patterns that can be read', () => {
      for (const { pattern } of schemas) if (pattern !== undefined) expect(() => new RegExp(pattern, 'u')).not.toThrow()
      const rules = schemas.flatMap((schema) => schema['x-kubernetes-validations'] ?? [])
      const expressions = rules.flatMap(({ rule, messageExpression }) => [
        rule,
        ...(messageExpression === undefined ? [] : [messageExpression]),
      ])
      expect(expressions.filter((expression) => !parsesAsCel(expression))).toEqual([])
    })
  },
)
