import type { Json, JsonObject } from '../../../api/kubernetes/json'
import { isArray, isObject } from '../json-shape'
import type { JsonSchema } from './json-schema'

/** Paths of fields that the schema does not have, as `spec.sources[0].pcv`: what pruning takes away in silence. */
export const unknownFields = (schema: JsonSchema, value: Json, path = ''): ReadonlyArray<string> => {
  if (isArray(value)) {
    const { items } = schema
    return items === undefined ? [] : value.flatMap((item, index) => unknownFields(items, item, `${path}[${index}]`))
  }
  return isObject(value) ? unknownInObject(schema, value, path) : []
}

const unknownInObject = (schema: JsonSchema, object: JsonObject, path: string): ReadonlyArray<string> =>
  Object.entries(object).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`
    const additional = schema.additionalProperties
    const field = schema.properties?.[key] ?? (typeof additional === 'object' ? additional : undefined)
    if (field !== undefined) return unknownFields(field, value, at)
    return additional === true || schema['x-kubernetes-preserve-unknown-fields'] === true ? [] : [at]
  })
