import { isObject } from './is-object'
import type { OpenApi } from './open-api'

/** One thing wrong with a value: dotted path of the field (empty for the value itself) and what to do. */
export type Problem = { readonly field: string; readonly message: string }

type Check = (schema: OpenApi, value: unknown, path: string) => ReadonlyArray<Problem>

/** What an API server would say of a value, CEL rules and unknown fields aside. `null` fields are as absent ones. */
export const schemaProblems = (schema: OpenApi, value: unknown, path = ''): ReadonlyArray<Problem> => {
  if (value === null && schema.nullable) return []
  if (!hasType(schema, value))
    return [problem(path, `must be ${typeName(schema)}, not ${typeOfValue(value)}${hint(schema)}`)]
  return checks.flatMap((check) => check(schema, value, path))
}

export const fieldPath = (path: string, name: string): string => {
  const step = /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : `[${JSON.stringify(name)}]`
  return path === '' || step.startsWith('[') ? `${path}${step}` : `${path}.${step}`
}

const hint = ({ description }: OpenApi): string => (description === undefined ? '' : ` (${description})`)

const problem = (field: string, message: string): Problem => ({ field, message })

const hasType = (schema: OpenApi, value: unknown): boolean =>
  schema.type === undefined
    ? !schema['x-kubernetes-int-or-string'] || typeof value === 'string' || Number.isInteger(value)
    : HAS_TYPE[schema.type](value)

const HAS_TYPE = {
  object: isObject,
  array: Array.isArray,
  integer: Number.isInteger,
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
} as const

const typeName = (schema: OpenApi): string =>
  schema.type === undefined ? 'an integer or a string' : `${/^[aio]/.test(schema.type) ? 'an' : 'a'} ${schema.type}`

const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : isObject(value) ? 'an object' : JSON.stringify(value)

const checkWord: Check = (schema, value, path) =>
  schema.enum === undefined || typeof value !== 'string' || schema.enum.includes(value)
    ? []
    : [problem(path, `must be one of ${schema.enum.join(', ')}, not ${JSON.stringify(value)}`)]

const checkNumber: Check = ({ minimum, maximum, format }, value, path) => {
  if (typeof value !== 'number') return []
  const [low, high] = (format === undefined ? undefined : RANGES[format]) ?? [-Infinity, Infinity]
  const least = Math.max(minimum ?? -Infinity, low)
  const most = Math.min(maximum ?? Infinity, high)
  return [
    ...(value < least ? [problem(path, `must be at least ${least}, not ${value}`)] : []),
    ...(value > most ? [problem(path, `must be at most ${most}, not ${value}`)] : []),
  ]
}

const RANGES: { readonly [format: string]: readonly [number, number] } = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
}

const checkLength: Check = (
  { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity },
  value,
  path,
) => {
  if (typeof value === 'string') return bounds(path, [...value].length, [minLength, maxLength], 'characters')
  return Array.isArray(value) ? bounds(path, value.length, [minItems, maxItems], 'items') : []
}

const bounds = (
  path: string,
  size: number,
  [least, most]: readonly [number, number],
  what: string,
): ReadonlyArray<Problem> => [
  ...(size < least ? [problem(path, `must have at least ${least} ${what}`)] : []),
  ...(size > most ? [problem(path, `must have at most ${most} ${what}, not ${size}`)] : []),
]

const checkItems: Check = (schema, value, path) => {
  const { items } = schema
  return items === undefined || !Array.isArray(value)
    ? []
    : value.flatMap((item, index) => schemaProblems(items, item, `${path}[${index}]`))
}

const checkFields: Check = ({ properties = {}, additionalProperties, required = [] }, value, path) => {
  if (!isObject(value)) return []
  const missing = required
    .filter((name) => value[name] === undefined || (value[name] === null && !properties[name]?.nullable))
    .map((name) => problem(fieldPath(path, name), 'is required'))
  const inner = Object.entries(value).flatMap(([name, field]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    return schema === undefined || field === undefined || (field === null && !additionalProperties)
      ? []
      : schemaProblems(schema, field, fieldPath(path, name))
  })
  return [...missing, ...inner]
}

const checkOneOf: Check = ({ oneOf }, value, path) => {
  if (oneOf === undefined || !isObject(value)) return []
  const keys = oneOf.flatMap(({ required }) => required)
  const set = keys.filter((key) => value[key] !== undefined && value[key] !== null)
  return set.length === 1
    ? []
    : [
        problem(
          path,
          keys.length === 1
            ? `must set ${keys[0]}`
            : `must set exactly one of ${keys.join(', ')}; ${set.length === 0 ? 'none is set' : `${set.join(' and ')} are set`}`,
        ),
      ]
}

const checks: ReadonlyArray<Check> = [checkWord, checkNumber, checkLength, checkItems, checkFields, checkOneOf]
