import type { Json, JsonObject } from '../../api/kubernetes/json'
import { equalJson } from '../../embedded/api/canonical'
import { isObject } from '../../embedded/api/json-shape'

/**
 * The merge patch that brings `live` to what was written now: fields written before and no longer are taken off, fields
 * nobody wrote here stay. Empty when nothing is to be done.
 */
export const mergeDifference = (before: JsonObject, now: JsonObject, live: JsonObject): JsonObject => {
  const removed = Object.keys(before).flatMap((key): ReadonlyArray<readonly [string, Json]> =>
    key in now || !(key in live) ? [] : [[key, null]],
  )
  const changed = Object.entries(now).flatMap(([key, value]): ReadonlyArray<readonly [string, Json]> => {
    const current = live[key]
    if (isObject(value) && isObject(current)) {
      const inner = mergeDifference(objectAt(before, key), value, current)
      return Object.keys(inner).length === 0 ? [] : [[key, inner]]
    }
    return value === null
      ? current === undefined
        ? []
        : [[key, null]]
      : equalJson(value, current)
        ? []
        : [[key, value]]
  })
  return Object.fromEntries([...removed, ...changed])
}

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return isObject(value) ? value : {}
}
