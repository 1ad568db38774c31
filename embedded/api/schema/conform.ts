import type { Json, JsonObject } from '../../../api/kubernetes/json'
import { isArray, isObject, mapItems, mapValues } from '../json-shape'
import type { JsonSchema } from './json-schema'

/** Fields that came out of `conformFields` for a schema: they pass at once the next time. */
const conforming = new WeakMap<object, JsonSchema>()

/**
 * What the API server makes of the fields of a custom object before it validates: unknown ones are pruned, nulls of
 * non-nullable ones dropped, defaults filled in, all the way down. Unchanged parts keep their reference.
 */
export const conformFields = (schema: JsonSchema, fields: JsonObject): JsonObject =>
  conformObject(schema, fields, (field, value) => {
    if (typeof value !== 'object' || value === null) return value
    if (conforming.get(value) === field) return value
    const result = conform(field, value)
    conforming.set(result as object, field)
    return result
  })

const conform = (schema: JsonSchema, value: Json): Json => {
  if (isObject(value)) return conformObject(schema, value, conform)
  return isArray(value) ? conformList(schema, value) : value
}

const conformList = (schema: JsonSchema, list: ReadonlyArray<Json>): Json => {
  const items = schema.items
  return items === undefined ? list : mapItems(list, (item) => conform(items, item))
}

type Conform = (schema: JsonSchema, value: Json) => Json

const conformObject = (schema: JsonSchema, object: JsonObject, conformField: Conform): JsonObject => {
  const pruned = mapValues(object, (value, key) => {
    const field = fieldSchema(schema, key)
    if (field === 'unknown') return undefined
    if (field === 'anything') return value
    return isDroppedNull(field, value) ? undefined : conformField(field, value)
  })
  return withDefaults(schema, pruned)
}

const isDroppedNull = (schema: JsonSchema, value: Json): boolean => value === null && schema.nullable !== true

const fieldSchema = (schema: JsonSchema, key: string): JsonSchema | 'unknown' | 'anything' => {
  const property = schema.properties?.[key]
  if (property !== undefined) return property
  const additional = schema.additionalProperties
  if (typeof additional === 'object') return additional
  if (additional === true || schema['x-kubernetes-preserve-unknown-fields'] === true) return 'anything'
  return schema['x-kubernetes-embedded-resource'] === true && RESOURCE_FIELDS.has(key) ? 'anything' : 'unknown'
}

const RESOURCE_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

const withDefaults = (schema: JsonSchema, object: JsonObject): JsonObject => {
  let filled: { [key: string]: Json } | undefined
  for (const name in schema.properties) {
    const property = schema.properties[name]!
    if (property.default === undefined || object[name] !== undefined) continue
    filled ??= { ...object }
    filled[name] = conform(property, property.default)
  }
  return filled ?? object
}
