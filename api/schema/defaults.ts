import type { Json } from '../kubernetes/json'
import type { OpenApi } from './open-api'
import { isJsonObject } from './prune'

/** The value with the schema's defaults filled in. As on an API server, an absent object is not made for its fields' sake. */
export const applyDefaults = (schema: OpenApi, value: Json): Json => {
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined ? value : value.map((item) => applyDefaults(items, item))
  }
  return isJsonObject(value) ? { ...withValues(schema, value), ...missing(schema, value) } : value
}

const withValues = (schema: OpenApi, value: { readonly [key: string]: Json }) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, field]): ReadonlyArray<readonly [string, Json]> => {
      const known = schema.properties?.[name] ?? schema.additionalProperties
      if (known === undefined) return [[name, field]]
      return field === null && !known.nullable ? [] : [[name, applyDefaults(known, field)]]
    }),
  )

const missing = (schema: OpenApi, value: { readonly [key: string]: Json }) =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, field]): ReadonlyArray<readonly [string, Json]> => {
      const absent = value[name] === undefined || (value[name] === null && !field.nullable)
      return absent && field.default !== undefined ? [[name, applyDefaults(field, field.default)]] : []
    }),
  )
