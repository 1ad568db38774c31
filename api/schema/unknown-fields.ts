import { isObject } from './is-object'
import type { OpenApi } from './open-api'
import { fieldPath } from './problems'

/** Paths of all fields that the schema does not know; an API server would drop them. */
export const unknownFields = (schema: OpenApi, value: unknown, path = ''): ReadonlyArray<string> => {
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined ? [] : value.flatMap((item, index) => unknownFields(items, item, `${path}[${index}]`))
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([name, field]) => {
        const known = fieldSchema(schema, name)
        if (known !== undefined) return unknownFields(known, field, fieldPath(path, name))
        return schema['x-kubernetes-preserve-unknown-fields'] ? [] : [fieldPath(path, name)]
      })
    : []
}

/** Paths of all `null` values. */
export const nullFields = (value: unknown, path = ''): ReadonlyArray<string> => {
  if (value === null) return [path]
  if (Array.isArray(value)) return value.flatMap((item, index) => nullFields(item, `${path}[${index}]`))
  return isObject(value)
    ? Object.entries(value).flatMap(([name, field]) => nullFields(field, fieldPath(path, name)))
    : []
}

export const fieldSchema = (schema: OpenApi, name: string): OpenApi | undefined =>
  schema.properties !== undefined && Object.hasOwn(schema.properties, name)
    ? schema.properties[name]
    : schema.additionalProperties
