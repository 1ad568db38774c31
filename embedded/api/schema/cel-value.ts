import type { Json } from '../../../api/kubernetes/json'
import { isArray, isObject } from '../json-shape'

const converted = new WeakMap<object, unknown>()

/** A JSON value as CEL rules of a CustomResourceDefinition see it: whole numbers are ints, field names escaped. */
export const celValue = (value: Json): unknown => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value !== 'object' || value === null) return value
  const known = converted.get(value)
  if (known !== undefined) return known
  const made = isArray(value) ? value.map(celValue) : isObject(value) ? celObject(value) : value
  converted.set(value, made)
  return made
}

const celObject = (object: { readonly [key: string]: Json }): unknown =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [escaped(key), celValue(value)]))

const KEYWORDS = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return var void ' +
    'while'
  ).split(' '),
)

/** Field names that are no CEL identifiers are spelt `__dash__`, `__namespace__` and so on in rules. */
const escaped = (name: string): string => {
  if (KEYWORDS.has(name)) return `__${name}__`
  if (!/__|[.\-/]/.test(name)) return name
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__')
}
