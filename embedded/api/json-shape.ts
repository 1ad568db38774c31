import type { Json, JsonObject } from '../../api/kubernetes/json'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isArray = (value: unknown): value is ReadonlyArray<Json> => Array.isArray(value)

/** `object` with every value mapped; `undefined` drops the key. Nothing changed: the same object. */
export const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json | undefined): JsonObject => {
  let changed: { [key: string]: Json } | undefined
  for (const key in object) {
    const value = object[key] as Json
    const next = change(value, key)
    if (next === value && next !== undefined && changed === undefined) continue
    if (changed === undefined) changed = keysBefore(object, key)
    if (next !== undefined) changed[key] = next
  }
  return changed ?? object
}

const keysBefore = (object: JsonObject, end: string): { [key: string]: Json } => {
  const copy: { [key: string]: Json } = {}
  for (const key in object) {
    if (key === end) break
    copy[key] = object[key]!
  }
  return copy
}

/** `list` with every item mapped. Nothing changed: the same list. */
export const mapItems = (list: ReadonlyArray<Json>, change: (item: Json) => Json): ReadonlyArray<Json> => {
  let changed: Json[] | undefined
  for (let index = 0; index < list.length; index += 1) {
    const next = change(list[index] as Json)
    if (next !== list[index] && changed === undefined) changed = list.slice(0, index)
    changed?.push(next)
  }
  return changed ?? list
}
