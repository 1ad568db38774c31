import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { generated, MARK } from '../../api/crd/generated'
import { kinds } from '../../api/kinds'
import { schemaProblems, type OpenApi } from '../../api/schema'
import type { CustomResourceDefinition } from '../../api/crd'

const root = join(__dirname, '../..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const under = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder))
    .map((file) => `${folder}/${file}`)
    .filter((path) => text(path).split('\n', 1)[0]?.includes(MARK))
const files = under('crds')
const definition = (path: string): CustomResourceDefinition => parse(text(path))

it('are what npm run generate writes', () => {
  const found = [...files, ...under('docs/reference/kinds')]
  expect(Object.fromEntries(found.map((path) => [path, text(path)]))).toEqual(generated)
})

it('are one for each kind', () => {
  expect(files.map((file) => definition(file).spec.names.kind).sort()).toEqual(Object.keys(kinds).sort())
})

describe.each(files)('%s', (file) => {
  const { metadata, spec } = definition(file)
  const [version] = spec.versions
  const root: OpenApi = version?.schema.openAPIV3Schema ?? {}
  const nodes = (schema: OpenApi, path: string): ReadonlyArray<readonly [string, OpenApi]> => [
    [path, schema],
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => nodes(inner, `${path}.${name}`)),
    ...(schema.items === undefined ? [] : nodes(schema.items, `${path}[]`)),
    ...(schema.additionalProperties === undefined ? [] : nodes(schema.additionalProperties, `${path}.*`)),
  ]
  const failing = (bad: (schema: OpenApi) => boolean): ReadonlyArray<string> =>
    nodes(root, '').flatMap(([path, schema]) => (bad(schema) ? [path] : []))

  it('is named after its plural and group, with one served and stored version', () => {
    expect(metadata.name).toBe(`${spec.names.plural}.${spec.group}`)
    expect(spec.versions.map(({ name, served, storage }) => [name, served, storage])).toEqual([
      ['v1alpha1', true, true],
    ])
    expect(version?.subresources).toEqual({ status: {} })
    expect(spec.names.categories).toEqual(['kopiur'])
  })

  it('types every node', () => {
    expect(failing((schema) => schema.type === undefined && schema['x-kubernetes-int-or-string'] !== true)).toEqual([])
  })

  it('never mixes named and free fields', () => {
    expect(failing((schema) => schema.properties !== undefined && schema.additionalProperties !== undefined)).toEqual(
      [],
    )
  })

  it('describes the items of every array', () => {
    expect(failing((schema) => schema.type === 'array' && schema.items === undefined)).toEqual([])
  })

  it('requires only fields that exist and have no default', () => {
    const orphans = (schema: OpenApi) =>
      [...(schema.required ?? []), ...(schema.oneOf ?? []).flatMap(({ required }) => required)].some((name) => {
        const field = schema.properties?.[name]
        return field === undefined || field.default !== undefined
      })
    expect(failing((schema) => schema.properties !== undefined && orphans(schema))).toEqual([])
  })

  it('has defaults that fit their own schema', () => {
    expect(
      failing((schema) => schema.default !== undefined && schemaProblems(schema, schema.default).length > 0),
    ).toEqual([])
  })

  it('is small enough to be applied with an annotation of itself', () => {
    expect(Buffer.byteLength(text(file))).toBeLessThan(256 * 1024)
    expect(Buffer.byteLength(JSON.stringify(definition(file)))).toBeLessThan(256 * 1024)
  })
})
