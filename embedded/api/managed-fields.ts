import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { isObject } from './json-shape'

/** Bookkeeping noise as the API server adds it: which fields were written, by whom and when. */
export const withManagedFields = (object: KubeObject, time: string): KubeObject => {
  const { apiVersion, kind: _kind, metadata: _metadata, ...content } = object
  const managedFields = [
    {
      apiVersion,
      fieldsType: 'FieldsV1',
      fieldsV1: fieldSet(content as JsonObject),
      manager: 'embedded',
      operation: 'Update',
      time,
    },
  ]
  const metadata: { [key: string]: unknown } = { ...object.metadata, managedFields }
  const sorted = Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...object, metadata: sorted as unknown as KubeObject['metadata'] }
}

const fieldSet = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [`f:${key}`, deeper(value)]))

const deeper = (value: Json): JsonObject => (isObject(value) ? { '.': {}, ...fieldSet(value) } : {})
