import type { Json, JsonObject } from '../../../api/kubernetes/json'
import { isArray, isObject } from '../json-shape'
import { invalid, required, typeName, unsupported, type FieldError } from './field-error'
import type { JsonSchema } from './json-schema'
import { listErrors } from './validate-list'
import { scalarErrors } from './validate-scalar'

/** Fields found valid for a schema; they are not looked into again. */
const valid = new WeakMap<object, JsonSchema>()

const NONE: ReadonlyArray<FieldError> = []

/** Errors of the fields of a custom object, in the words of the API server. CEL rules are not part of it. */
export const validateFields = (schema: JsonSchema, fields: JsonObject): ReadonlyArray<FieldError> => [
  ...objectErrors(schema, fields, '', validateOnce),
  ...junctorErrors(schema, fields, ''),
]

const validateOnce = (schema: JsonSchema, value: Json, path: string): ReadonlyArray<FieldError> => {
  if (typeof value !== 'object' || value === null) return validate(schema, value, path)
  if (valid.get(value) === schema) return NONE
  const errors = validate(schema, value, path)
  if (errors.length === 0) valid.set(value, schema)
  return errors
}

const validate = (schema: JsonSchema, value: Json, path: string): ReadonlyArray<FieldError> => {
  if (value === null && schema.nullable === true) return NONE
  const wrongType = typeError(schema, value, path)
  if (wrongType !== undefined) return [wrongType]
  const own = enumErrors(schema, value, path)
  const content = contentErrors(schema, value, path)
  const junctors = junctorErrors(schema, value, path)
  return own.length + content.length + junctors.length === 0 ? NONE : [...own, ...content, ...junctors]
}

const typeError = (schema: JsonSchema, value: Json, path: string): FieldError | undefined => {
  if (schema['x-kubernetes-int-or-string'] === true) {
    return typeof value === 'string' || Number.isInteger(value)
      ? undefined
      : invalid(path, typeName(value), `${path} in body must be of type integer,string: "${typeName(value)}"`)
  }
  if (schema.type === undefined || hasType(schema.type, value)) return undefined
  return invalid(path, typeName(value), `${path} in body must be of type ${schema.type}: "${typeName(value)}"`)
}

const hasType = (type: string, value: Json): boolean => {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return isArray(value)
    case 'object':
      return isObject(value)
    default:
      return typeof value === type
  }
}

const enumErrors = (schema: JsonSchema, value: Json, path: string): ReadonlyArray<FieldError> =>
  schema.enum === undefined || schema.enum.includes(value) ? NONE : [unsupported(path, value, schema.enum)]

const contentErrors = (schema: JsonSchema, value: Json, path: string): ReadonlyArray<FieldError> => {
  if (isObject(value)) return objectErrors(schema, value, path, validate)
  if (isArray(value)) return listErrors(schema, value, path, validate)
  return scalarErrors(schema, value, path)
}

const objectErrors = (
  schema: JsonSchema,
  object: JsonObject,
  path: string,
  validateField: typeof validate,
): ReadonlyArray<FieldError> => {
  const errors: FieldError[] = []
  for (const name of schema.required ?? []) {
    if (object[name] === undefined) errors.push(required(join(path, name)))
  }
  const additional = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
  for (const key in object) {
    const field = schema.properties?.[key]
    if (field !== undefined) errors.push(...validateField(field, object[key]!, join(path, key)))
    else if (additional !== undefined) errors.push(...validate(additional, object[key]!, join(path, key)))
  }
  return [...errors, ...sizeErrors(schema, object, path)]
}

const sizeErrors = (schema: JsonSchema, object: JsonObject, path: string): ReadonlyArray<FieldError> => {
  if (schema.minProperties === undefined && schema.maxProperties === undefined) return NONE
  const size = Object.keys(object).length
  if (size < (schema.minProperties ?? 0))
    return [invalid(path, size, `${path} in body should have at least ${schema.minProperties} properties`)]
  if (size > (schema.maxProperties ?? Infinity))
    return [{ path, detail: `Too many: ${size}: must have at most ${schema.maxProperties} items` }]
  return NONE
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const junctorErrors = (schema: JsonSchema, value: Json, path: string): ReadonlyArray<FieldError> => {
  const errors: FieldError[] = []
  for (const part of schema.allOf ?? []) errors.push(...validate(part, value, path))
  if (schema.oneOf !== undefined) errors.push(...oneOfErrors(schema.oneOf, value, path))
  if (schema.anyOf !== undefined && !schema.anyOf.some((part) => validate(part, value, path).length === 0))
    errors.push(invalid(path, '', `"${path}" must validate at least one schema (anyOf)`))
  if (schema.not !== undefined && validate(schema.not, value, path).length === 0)
    errors.push(invalid(path, '', `"${path}" must not validate the schema (not)`))
  return errors
}

const oneOfErrors = (parts: ReadonlyArray<JsonSchema>, value: Json, path: string): ReadonlyArray<FieldError> => {
  const passed = parts.filter((part) => validate(part, value, path).length === 0).length
  if (passed === 1) return NONE
  const found = passed === 0 ? 'none valid' : `${passed} valid alternatives`
  return [invalid(path, '', `"${path}" must validate one and only one schema (oneOf). Found ${found}`)]
}
