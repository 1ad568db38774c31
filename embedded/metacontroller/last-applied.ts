import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { LAST_APPLIED } from '../../api/metacontroller/last-applied'
import { canonical } from '../api/canonical'
import { isObject } from '../api/json-shape'
import { SyncFailure } from './failure'

const GO_ESCAPED = /[<>&\u2028\u2029]/

/** JSON as Go writes it: sorted keys, and `<`, `>`, `&` and the line separators escaped. */
export const goJson = (value: Json): string => {
  const text = JSON.stringify(canonical(value))
  if (!GO_ESCAPED.test(text)) return text
  return text.replace(
    new RegExp(GO_ESCAPED, 'g'),
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const parsed = new Map<string, JsonObject>()
const PARSED_LIMIT = 5_000

/** What was applied to an object the last time; nothing if it was never. */
export const lastApplied = (object: KubeObject): JsonObject | undefined => {
  const text = object.metadata.annotations?.[LAST_APPLIED]
  if (text === undefined || text === '') return undefined
  const known = parsed.get(text)
  if (known !== undefined) return known
  const value = parse(text)
  if (parsed.size >= PARSED_LIMIT) parsed.clear()
  parsed.set(text, value)
  return value
}

const parse = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // the failure below says it
  }
  throw new SyncFailure(`can't unmarshal "${LAST_APPLIED}" annotation`)
}

export const withLastApplied = (object: KubeObject, applied: KubeObject): KubeObject => {
  const text = goJson(applied as unknown as Json)
  if (object.metadata.annotations?.[LAST_APPLIED] === text) return object
  const annotations = { ...object.metadata.annotations, [LAST_APPLIED]: text }
  return { ...object, metadata: { ...object.metadata, annotations } }
}

/** A hook that hands an observed child back must not write the annotation into itself. */
export const withoutLastApplied = (object: KubeObject): KubeObject => {
  const { [LAST_APPLIED]: found, ...annotations } = object.metadata.annotations ?? {}
  return found === undefined ? object : { ...object, metadata: { ...object.metadata, annotations } }
}
