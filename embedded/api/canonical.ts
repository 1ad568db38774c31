import type { Json, JsonObject } from '../../api/kubernetes/json'
import { isArray, isObject } from './json-shape'

const known = new WeakSet<object>()

/**
 * The JSON that `value` stands for, with sorted keys as the API server writes them: keys whose value is `undefined` are
 * gone, list items that are `undefined` are null. What is canonical already comes back as the same reference.
 * Keys that look like whole numbers keep the order of JavaScript.
 */
export const canonical = (value: unknown): Json => {
  if (typeof value === 'object' && value !== null) return known.has(value) ? (value as Json) : canonicalTree(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

const canonicalTree = (value: object): Json => {
  const result = isArray(value) ? canonicalList(value) : canonicalObject(value as JsonObject)
  known.add(result as object)
  return result
}

const canonicalList = (list: ReadonlyArray<Json>): Json => {
  let changed = false
  const items = list.map((item) => {
    const next = canonical(item)
    changed ||= next !== item
    return next
  })
  return changed ? items : list
}

const canonicalObject = (object: JsonObject): Json => {
  const keys = Object.keys(object)
  let changed = false
  for (let index = 1; index < keys.length && !changed; index += 1) changed = keys[index - 1]! > keys[index]!
  if (changed) keys.sort()
  const copy: { [key: string]: Json } = {}
  for (const key of keys) {
    const value: unknown = object[key]
    if (value === undefined || typeof value === 'function') {
      changed = true
      continue
    }
    const next = canonical(value)
    changed ||= next !== value
    copy[key] = next
  }
  return changed ? copy : object
}

/** Equality of JSON values, whatever the order of keys. */
export const equalJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equalJson(a[key], b[key]))
}
