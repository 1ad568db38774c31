import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { canonical, equalJson } from './canonical'
import { isArray, isObject, mapItems, mapValues } from './json-shape'
import type { KindDefinition } from './kind-definition'
import { metadataErrors } from './metadata'
import { conformFields } from './schema/conform'
import { isBlocking, rulesNotChecked, type FieldError } from './schema/field-error'
import type { JsonSchema } from './schema/json-schema'
import { hasRules, ruleErrors } from './schema/rules'
import { validateFields } from './schema/validate'

/** What the server makes of an object before it looks for mistakes: unknown fields and nulls gone, defaults filled in. */
export const shape = (kind: KindDefinition, object: KubeObject): KubeObject => {
  if (kind.schema !== undefined) return canonical(conformObject(kind.schema, object)) as unknown as KubeObject
  const bare = withoutNulls(object as unknown as Json) as unknown as KubeObject
  return kind.defaults === undefined ? bare : (canonical(kind.defaults(bare)) as unknown as KubeObject)
}

/** `apiVersion`, `kind` and `metadata` are the server's own business in every schema. */
const conformObject = (schema: JsonSchema, object: KubeObject): Json => {
  const { apiVersion, kind, metadata, ...content } = object
  return { ...conformFields(schema, content as JsonObject), apiVersion, kind, metadata: metadata as unknown as Json }
}

/** Typed kinds have no nulls. */
const withoutNulls = (value: Json): Json => {
  if (isArray(value)) return mapItems(value, withoutNulls)
  return isObject(value) ? mapValues(value, (field) => (field === null ? undefined : withoutNulls(field))) : value
}

/** Every mistake in a new version of an object; `old` is absent for a creation. */
export const mistakes = (kind: KindDefinition, object: KubeObject, old?: KubeObject): ReadonlyArray<FieldError> => {
  const general = metadataErrors(kind, object.metadata)
  const misshapen = kind.schema === undefined ? [] : schemaErrors(kind.schema, general, object, old)
  // As in a real one, further rules are asked only of what has its shape.
  const further = misshapen.length > 0 ? [] : (kind.validate?.(object, old) ?? [])
  return [...general, ...misshapen, ...further]
}

/** Rules are asked of objects of the right shape only, and it is said when they were not. */
const schemaErrors = (
  schema: JsonSchema,
  general: ReadonlyArray<FieldError>,
  object: KubeObject,
  old?: KubeObject,
): ReadonlyArray<FieldError> => {
  const errors = validateFields(schema, contentOf(object))
  if (!hasRules(schema)) return errors
  if ([...general, ...errors].some(isBlocking)) return [...errors, rulesNotChecked]
  const view = schema['x-kubernetes-validations'] === undefined ? contentOf : rootView
  return [...errors, ...ruleErrors(schema, view(object), old === undefined ? undefined : view(old), '')]
}

const contentOf = (object: KubeObject): JsonObject => {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...content } = object
  return content as JsonObject
}

/** Rules at the root also see what kind of object they judge, and its name. */
const rootView = (object: KubeObject): JsonObject => ({
  ...contentOf(object),
  apiVersion: object.apiVersion,
  kind: object.kind,
  metadata: { name: object.metadata.name },
})

/** Whether two versions differ in what `metadata.generation` counts. */
export const specChanged = (kind: KindDefinition, a: KubeObject, b: KubeObject): boolean => {
  const counted = (object: KubeObject): Json => {
    const { metadata: _metadata, status, ...content } = object as unknown as JsonObject
    return kind.statusSubresource || status === undefined ? (content as Json) : { ...content, status }
  }
  return !equalJson(counted(a), counted(b))
}
