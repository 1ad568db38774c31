import { kinds, type KindName } from '../../api/kinds'
import { fieldsOf, isCoreType, rows, type Field, type Row } from './crd-table'

/** Fields that the table does not know. */
const ADDED = ['SnapshotPolicy status.schedules', 'Restore status.claims']

/** The table's own words for a type. */
const typeOf = ({ schema }: Field): ReadonlyArray<string> => {
  if (schema.additionalProperties !== undefined) return ['map']
  if (isCoreType(schema) && schema.type === 'object')
    return [
      'object',
      'meta/v1.LabelSelector',
      'core/v1.Affinity',
      'core/v1.PodSecurityContext',
      'core/v1.ResourceRequirements',
      'core/v1.SecurityContext',
    ]
  return schema.type === 'string' ? ['string', 'duration', 'quantity'] : [schema.type ?? 'none']
}

const wordsOf = ({ schema }: Field): string => (schema.enum ?? schema.items?.enum ?? []).join('|')

const number = (row: Row, name: string): number | undefined => {
  const [value] = row.constraints.flatMap((text) => new RegExp(`^${name} (\\d+)$`).exec(text)?.slice(1) ?? [])
  return value === undefined ? undefined : Number(value)
}

const defaultText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const names = Object.keys(kinds) as ReadonlyArray<KindName>

describe.each(names)('the schema of %s', (kind) => {
  const fields = fieldsOf(kind)
  const table = rows.filter((row) => row.kind === kind)
  const differences = (difference: (row: Row, field: Field) => unknown): ReadonlyArray<unknown> =>
    table.flatMap((row) => {
      const field = fields.get(row.path)
      const found = field === undefined ? 'missing' : difference(row, field)
      return found === undefined ? [] : [[row.path, found]]
    })

  it('has every field of the table and the named additions, nothing else', () => {
    const known = [
      ...table.map(({ path }) => path),
      ...ADDED.filter((name) => name.startsWith(`${kind} `)).map((name) => name.split(' ')[1]),
    ]
    const additions = [...fields.keys()].filter(
      (path) =>
        !known.some((name) => path === name || (path.startsWith(`${name}.`) && ADDED.includes(`${kind} ${name}`))),
    )
    expect({ additions, missing: table.filter(({ path }) => !fields.has(path)) }).toEqual({
      additions: [],
      missing: [],
    })
  })

  it('gives each its type', () => {
    expect(differences((row, field) => (typeOf(field).includes(row.type) ? undefined : typeOf(field)))).toEqual([])
  })

  it('requires the same ones', () => {
    expect(
      differences((row, field) => (field.required === (row.required === 'yes') ? undefined : row.required)),
    ).toEqual([])
  })

  it('allows the same words', () => {
    expect(differences((row, field) => (wordsOf(field) === row.enum ? undefined : wordsOf(field)))).toEqual([])
  })

  it('has the same defaults in its spec and none in its status', () => {
    const wanted = (row: Row) => (row.path.startsWith('status') ? '' : row.default)
    expect(
      differences((row, field) =>
        defaultText(field.schema.default) === wanted(row) ? undefined : defaultText(field.schema.default),
      ),
    ).toEqual([])
  })

  it('takes null where the table says so', () => {
    expect(
      differences((row, field) =>
        row.constraints.includes('nullable') === (field.schema.nullable === true) ? undefined : row.constraints,
      ),
    ).toEqual([])
  })

  it.each([
    ['min', 'minimum'],
    ['max', 'maximum'],
    ['minLength', 'minLength'],
    ['maxLength', 'maxLength'],
    ['minItems', 'minItems'],
    ['maxItems', 'maxItems'],
  ] as const)('has the same limit %s', (word, key) => {
    expect(
      differences((row, field) =>
        number(row, word) === field.schema[key] ? undefined : [number(row, word), field.schema[key]],
      ),
    ).toEqual([])
  })

  it('has the same integer formats', () => {
    const format = (row: Row) => row.constraints.flatMap((text) => /^format (\w+)$/.exec(text)?.slice(1) ?? [])[0]
    expect(
      differences((row, field) =>
        format(row) === field.schema.format ? undefined : [format(row), field.schema.format],
      ),
    ).toEqual([])
  })

  it('tells the same unions apart by their only key', () => {
    const variants = (row: Row) =>
      row.constraints.flatMap(
        (text) =>
          /^(?:each item: )?exactly one of (\S+) \((?:oneOf|CEL|oneOf \+ CEL on spec)\)$/.exec(text)?.slice(1) ?? [],
      )[0]
    const stated = (field: Field) => {
      const schema = field.schema.items ?? field.schema
      const fromRule = schema['x-kubernetes-validations']?.flatMap(
        ({ message }) => /^exactly one of (.*) must be set$/.exec(message)?.slice(1) ?? [],
      )[0]
      return schema.oneOf === undefined
        ? fromRule?.split(', ').join('|')
        : schema.oneOf.flatMap(({ required }) => required).join('|')
    }
    expect(
      differences((row, field) => {
        if (row.path === 'spec' && kind === 'Restore') return undefined
        const sorted = (text?: string) => text?.split('|').sort().join('|')
        return sorted(variants(row)) === sorted(stated(field)) ? undefined : [variants(row), stated(field)]
      }),
    ).toEqual([])
  })
})

it('reads all rows of the table', () => {
  expect(rows).toHaveLength(1540)
})
