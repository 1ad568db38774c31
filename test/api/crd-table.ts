import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds, type KindName } from '../../api/kinds'
import type { OpenApi } from '../../api/schema'

/** One row of the table of fields that this API has on the wire. */
export interface Row {
  readonly kind: string
  readonly path: string
  readonly type: string
  readonly enum: string
  readonly default: string
  readonly required: string
  readonly constraints: ReadonlyArray<string>
}

export const rows: ReadonlyArray<Row> = readFileSync(join(__dirname, 'fixtures/crd-fields.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([kind = '', path = '', type = '', words = '', value = '', required = '', constraints = '']) => ({
    kind,
    path,
    type,
    enum: words,
    default: value,
    required,
    constraints: constraints.split('; ').filter((text) => text !== ''),
  }))

export interface Field {
  readonly schema: OpenApi
  readonly required: boolean
}

/** Every field of a kind's schema by the table's path; `[]` stands for items, core types are one field. */
export const fieldsOf = (kind: KindName): ReadonlyMap<string, Field> => {
  const { specSchema, statusSchema } = kinds[kind]
  return new Map([
    ...walk('spec', specSchema.openApi, true),
    ...walk('status', { ...statusSchema.openApi, nullable: true }, false),
  ])
}

const walk = (path: string, schema: OpenApi, required: boolean): ReadonlyArray<[string, Field]> => [
  [path, { schema, required }],
  ...(isCoreType(schema) ? [] : below(path, schema)),
]

const below = (path: string, schema: OpenApi): ReadonlyArray<[string, Field]> => {
  if (schema.items !== undefined) return isCoreType(schema.items) ? [] : below(`${path}[]`, schema.items)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    walk(`${path}.${name}`, field, (schema.required ?? []).includes(name)),
  )
}

/** Types of core/v1 and meta/v1 that the table does not open. */
export const isCoreType = (schema: OpenApi): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true ||
  ['matchLabels', 'lastTransitionTime'].some((name) => schema.properties?.[name] !== undefined)
