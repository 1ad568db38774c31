import type { Json } from '../../../api/kubernetes/json'
import { canonical } from '../canonical'
import { isObject } from '../json-shape'
import { duplicate, invalid, tooMany, type FieldError } from './field-error'
import type { JsonSchema } from './json-schema'

type Validate = (schema: JsonSchema, value: Json, path: string) => ReadonlyArray<FieldError>

export const listErrors = (
  schema: JsonSchema,
  list: ReadonlyArray<Json>,
  path: string,
  validate: Validate,
): ReadonlyArray<FieldError> => {
  const errors: FieldError[] = []
  const items = schema.items
  if (items !== undefined) list.forEach((item, index) => errors.push(...validate(items, item, `${path}[${index}]`)))
  if (list.length < (schema.minItems ?? 0))
    errors.push(invalid(path, list.length, `${path} in body should have at least ${schema.minItems} items`))
  if (schema.maxItems !== undefined && list.length > schema.maxItems)
    errors.push(tooMany(path, list.length, schema.maxItems))
  return [...errors, ...uniquenessErrors(schema, list, path)]
}

const uniquenessErrors = (schema: JsonSchema, list: ReadonlyArray<Json>, path: string): ReadonlyArray<FieldError> => {
  const identity = itemIdentity(schema)
  if (identity === undefined) return []
  const seen = new Set<string>()
  return list.flatMap((item, index) => {
    const key = identity(item)
    const text = JSON.stringify(key)
    if (seen.has(text)) return [duplicate(`${path}[${index}]`, key)]
    seen.add(text)
    return []
  })
}

const itemIdentity = (schema: JsonSchema): ((item: Json) => Json) | undefined => {
  if (schema['x-kubernetes-list-type'] === 'set' || schema.uniqueItems === true) return canonical
  const keys = schema['x-kubernetes-list-map-keys']
  if (schema['x-kubernetes-list-type'] !== 'map' || keys === undefined) return undefined
  return (item) => Object.fromEntries(keys.map((key) => [key, isObject(item) ? (item[key] ?? null) : null]))
}
