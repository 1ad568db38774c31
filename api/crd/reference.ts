import { kinds, type Kind } from '../kinds'
import { GROUP, VERSION } from '../names/group'
import type { OpenApi } from '../schema'
import { descriptionKey, descriptions, isOpaque } from './descriptions'

const page = (kind: Kind): string =>
  [
    `# ${kind.kind}`,
    '',
    kind.description,
    '',
    `\`${GROUP}/${VERSION}\`, ${kind.scope === 'Cluster' ? 'of the whole cluster' : 'in a namespace'}; ` +
      `\`kubectl get ${kind.plural}\`, \`${kind.shortName}\` for short.`,
    '',
    '## spec',
    '',
    ...table(kind.kind, 'spec', kind.specSchema.openApi),
    '',
    '## status',
    '',
    ...table(kind.kind, 'status', kind.statusSchema.openApi),
    '',
  ].join('\n')

interface Row {
  readonly path: string
  readonly schema: OpenApi
  readonly isRequired: boolean
}

const table = (kind: string, root: string, schema: OpenApi): ReadonlyArray<string> => [
  '| field | type | default | meaning |',
  '|---|---|---|---|',
  ...below(root, schema).map(
    ({ path, schema: field, isRequired }) =>
      `| ${[code(path.slice(root.length + 1)), type(field), defaultOf(field, isRequired), meaning(kind, path)].join(' | ')} |`,
  ),
]

const below = (path: string, { properties = {}, items, required = [] }: OpenApi): ReadonlyArray<Row> => [
  ...Object.entries(properties).flatMap(([name, schema]): ReadonlyArray<Row> => {
    const row = { path: `${path}.${name}`, schema, isRequired: required.includes(name) }
    return [row, ...(isOpaque(plain(row.path), schema) ? [] : below(row.path, schema))]
  }),
  ...(items === undefined || isOpaque(plain(path), items) ? [] : below(`${path}[]`, items)),
]

const plain = (path: string): string => path.replaceAll('[]', '')

const code = (text: string): string => `\`${text}\``

const type = (schema: OpenApi): string => {
  const words = schema.enum ?? schema.items?.enum
  if (words !== undefined) return `${schema.items === undefined ? '' : 'list of '}${words.map(code).join(', ')}`
  if (schema.type === 'array') return `list of ${schema.items?.type ?? 'any'}s`
  if (schema.additionalProperties !== undefined) return 'map'
  return schema.oneOf === undefined || schema.oneOf.length === 1 ? (schema.type ?? 'any') : 'one of its fields'
}

const defaultOf = (schema: OpenApi, isRequired: boolean): string =>
  isRequired ? 'required' : schema.default === undefined ? '' : code(JSON.stringify(schema.default))

const meaning = (kind: string, path: string): string => {
  const key = descriptionKey(kind, plain(path))
  return (key === undefined ? '' : (descriptions[key] ?? '')).replaceAll('|', '\\|')
}

/** File name (`snapshot-policy.md`) to the reference page of a kind. */
export const referencePages: { readonly [file: string]: string } = Object.fromEntries(
  Object.values(kinds).map((kind) => [`${kind.kind.replace(/\B([A-Z])/g, '-$1').toLowerCase()}.md`, page(kind)]),
)
