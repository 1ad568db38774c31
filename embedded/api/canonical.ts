import type { Json, JsonObject } from '../../api/kubernetes/json'
import { isArray, isObject, mapItems, mapValues } from './json-shape'

/**
 * The JSON that `value` stands for, with sorted keys as the API server writes them: keys whose value is `undefined` are
 * gone, list items that are `undefined` are null. What is canonical already comes back as the same reference.
 * Keys that look like whole numbers keep the order of JavaScript.
 */
export const canonical = (value: unknown): Json => {
  if (typeof value === 'object' && value !== null)
    return isArray(value) ? mapItems(value, canonical) : canonicalObject(value as JsonObject)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

const canonicalObject = (object: JsonObject): JsonObject => {
  if (hasSortedKeys(object)) return mapValues(object, canonicalField)
  const copy: { [key: string]: Json } = {}
  for (const key of Object.keys(object).sort()) {
    const value = canonicalField(object[key])
    if (value !== undefined) copy[key] = value
  }
  return copy
}

const canonicalField = (value: unknown): Json | undefined =>
  value === undefined || typeof value === 'function' ? undefined : canonical(value)

const hasSortedKeys = (object: JsonObject): boolean => {
  let last = ''
  for (const key in object) {
    if (key < last) return false
    last = key
  }
  return true
}

/** Equality of JSON values, whatever the order of keys. */
export const equalJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equalJson(a[key], b[key]))
}
