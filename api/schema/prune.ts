import type { Json } from '../kubernetes/json'
import { isObject } from './is-object'
import type { OpenApi } from './open-api'
import { fieldSchema } from './unknown-fields'

/** The value without the fields that the schema does not know, as an API server stores it. */
export const prune = (schema: OpenApi, value: Json): Json => {
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined ? value : value.map((item) => prune(items, item))
  }
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, field]): ReadonlyArray<readonly [string, Json]> => {
          const known = fieldSchema(schema, name)
          if (known !== undefined) return [[name, prune(known, field)]]
          return schema['x-kubernetes-preserve-unknown-fields'] ? [[name, field]] : []
        }),
      )
    : value
}

/** Whether a value can travel as JSON. */
export const isJson = (value: unknown): value is Json =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) ? value.every(isJson) : isObject(value) && Object.values(value).every(isJson))

export const isJsonObject = (value: Json): value is { readonly [key: string]: Json } => isObject(value)
