import type { Json, JsonObject } from '../../api/kubernetes/json'
import { isArray, isObject } from '../api/json-shape'
import { SyncFailure } from './failure'

/**
 * Three-way merge: what `desired` says wins, what it said last time and no longer says is removed, the rest of `observed`
 * stays. Unchanged parts keep their reference.
 */
export const mergeObject = (
  observed: JsonObject,
  last: Json | undefined,
  desired: Json | undefined,
  path = '',
): JsonObject => {
  const before = expectObject('lastApplied', path, last)
  const wanted = expectObject('desired', path, desired)
  let result: { [key: string]: Json } | undefined
  for (const key in before) {
    if (key in wanted || !(key in observed)) continue
    result ??= { ...observed }
    delete result[key]
  }
  for (const key in wanted) {
    const next = mergeValue(observed[key], before[key], wanted[key]!, `${path}[${key}]`)
    if (next === observed[key]) continue
    result ??= { ...observed }
    result[key] = next
  }
  return result ?? observed
}

const mergeValue = (observed: Json | undefined, last: Json | undefined, desired: Json, path: string): Json => {
  if (isObject(observed)) return mergeObject(observed, last, desired, path)
  if (isArray(observed))
    return mergeList(observed, expectList('lastApplied', path, last), expectList('desired', path, desired), path)
  return desired
}

const goType = (value: Json): string => {
  if (typeof value === 'object') return isArray(value) ? '[]interface {}' : 'map[string]interface {}'
  return typeof value === 'number' ? 'int64' : typeof value === 'boolean' ? 'bool' : 'string'
}

const expectObject = (what: string, path: string, value: Json | undefined): JsonObject => {
  if (value === undefined || value === null) return {}
  if (isObject(value)) return value
  throw new SyncFailure(
    `can't merge desired changes: ${what}${path}: expecting map[string]interface, got ${goType(value)}`,
  )
}

const expectList = (what: string, path: string, value: Json | undefined): ReadonlyArray<Json> => {
  if (value === undefined || value === null) return []
  if (isArray(value)) return value
  throw new SyncFailure(`can't merge desired changes: ${what}${path}: expecting []interface, got ${goType(value)}`)
}

/** Keys by which lists of objects are guessed to be maps, first hit first. */
const LIST_KEYS = ['containerPort', 'port', 'mountPath', 'name', 'uid', 'ip', 'path']

const mergeList = (
  observed: ReadonlyArray<Json>,
  last: ReadonlyArray<Json>,
  desired: ReadonlyArray<Json>,
  path: string,
): ReadonlyArray<Json> => {
  const key = listKey([...observed, ...last, ...desired])
  if (key === undefined) return desired
  const merged = mergeObject(byKey(key, observed), byKey(key, last), byKey(key, desired), path)
  const kept = observed.map((item) => keyText(key, item)).filter((text) => text in merged)
  const added = desired.map((item) => keyText(key, item))
  const order = [...new Set([...kept, ...added])]
  const result = order.map((text) => merged[text] ?? null)
  return result.length === observed.length && result.every((item, index) => item === observed[index])
    ? observed
    : result
}

const listKey = (items: ReadonlyArray<Json>): string | undefined =>
  items.length > 0 && items.every(isObject) ? LIST_KEYS.find((key) => items.every((item) => key in item)) : undefined

const keyText = (key: string, item: Json): string => String(isObject(item) ? item[key] : '')

const byKey = (key: string, list: ReadonlyArray<Json>): JsonObject =>
  Object.fromEntries(list.map((item) => [keyText(key, item), item]))
