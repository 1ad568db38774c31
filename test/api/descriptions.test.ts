import { descriptionKey, descriptions, isOpaque } from '../../api/crd/descriptions'
import { kinds } from '../../api/kinds'
import type { OpenApi } from '../../api/schema'

const paths = (path: string, schema: OpenApi): ReadonlyArray<string> => [
  path,
  ...(isOpaque(path, schema) ? [] : below(path, schema)),
]

const below = (path: string, { properties = {}, items }: OpenApi): ReadonlyArray<string> => [
  ...Object.entries(properties).flatMap(([name, field]) => paths(`${path}.${name}`, field)),
  ...(items === undefined || isOpaque(path, items) ? [] : below(path, items)),
]

const all = Object.values(kinds).flatMap(({ kind, specSchema, statusSchema }) =>
  [...paths('spec', specSchema.openApi), ...paths('status', statusSchema.openApi)].map((path) => ({
    path: `${kind}:${path}`,
    key: descriptionKey(kind, path),
  })),
)

it('every field is described', () => {
  expect(all.filter(({ key }) => key === undefined).map(({ path }) => path)).toEqual([])
})

it('every description is of a field', () => {
  const used = new Set(all.map(({ key }) => key))
  expect(Object.keys(descriptions).filter((key) => !used.has(key))).toEqual([])
})

it('every description is a short sentence', () => {
  expect(Object.entries(descriptions).filter(([, text]) => !/^[A-Z"k].*[.]$/.test(text) || text.length > 200)).toEqual(
    [],
  )
})
