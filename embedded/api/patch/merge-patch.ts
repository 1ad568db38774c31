import type { Json, JsonObject } from '../../../api/kubernetes/json'
import { isObject } from '../json-shape'

/** RFC 7386: objects are merged, `null` takes a field off, everything else replaces. */
export const applyMergePatch = (target: Json, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const result: { [key: string]: Json } = { ...(isObject(target) ? target : {}) }
  for (const [key, value] of Object.entries(patch as JsonObject)) {
    if (value === null) delete result[key]
    else if (value !== undefined) result[key] = applyMergePatch(result[key] ?? null, value)
  }
  return result
}
