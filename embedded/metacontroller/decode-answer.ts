import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { canonical } from '../api/canonical'
import { isArray, isObject } from '../api/json-shape'
import { duplicateKeys } from './duplicate-keys'
import { CrashError, SyncFailure } from './failure'

type Fields = { readonly [field: string]: (value: Json, field: string) => void }

/** The fields of an answer, decoded strictly: an unknown or repeated one, or one of the wrong type, fails the call. */
export const decodeFields = (body: unknown, fields: Fields, strict: boolean): JsonObject => {
  const value = typeof body === 'string' ? parse(body, strict) : canonical(body)
  if (value === null) return {}
  if (!isObject(value)) throw wrongType('', value, 'an object')
  for (const field in value) {
    const check = fields[field]
    if (check !== undefined) check(value[field]!, field)
    else if (strict) throw new SyncFailure(`strict validation failed for v2 webhookResponse: unknown field "${field}"`)
  }
  return value
}

const parse = (text: string, strict: boolean): Json => {
  const value = parseJson(text)
  const [duplicate] = strict ? duplicateKeys(text) : []
  if (duplicate !== undefined)
    throw new SyncFailure(`strict validation failed for v2 webhookResponse: duplicate field "${duplicate}"`)
  return canonical(value)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SyncFailure(`can't unmarshal webhookResponse (version: v2): ${String(error)}`)
  }
}

const wrongType = (field: string, value: Json, wanted: string): SyncFailure =>
  new SyncFailure(
    `can't unmarshal webhookResponse (version: v2): json: cannot unmarshal ${JSON.stringify(value)?.slice(0, 50)} into field ${field}: ${wanted} is wanted`,
  )

const field =
  (wanted: string, is: (value: Json) => boolean) =>
  (value: Json, name: string): void => {
    if (value !== null && !is(value)) throw wrongType(name, value, wanted)
  }

export const anObject = field('an object', isObject)
export const aNumber = field('a number', (value) => typeof value === 'number')
export const aBoolean = field('a boolean', (value) => typeof value === 'boolean')
export const aString = field('a string', (value) => typeof value === 'string')

/** Values are strings, or null to take a key off. */
export const texts = field(
  'a map of strings',
  (value) => isObject(value) && Object.values(value).every((text) => text === null || typeof text === 'string'),
)

/** A null element ends the real process; an element without a kind only fails the call. */
export const objects = (value: Json, name: string): void => {
  if (value === null) return
  if (!isArray(value)) throw wrongType(name, value, 'a list')
  for (const item of value) {
    if (item === null) continue
    if (!isObject(item) || typeof item['kind'] !== 'string' || item['kind'] === '')
      throw new SyncFailure(
        `can't unmarshal webhookResponse (version: v2): Object 'Kind' is missing in '${JSON.stringify(item)}'`,
      )
  }
}

/** The objects of an answer, each in the parent's namespace where it names none. */
export const listedObjects = (value: Json | undefined, name: string, parent: KubeObject): ReadonlyArray<KubeObject> =>
  (isArray(value) ? value : []).map((item) => {
    if (!isObject(item))
      throw new CrashError(`a null element in ${name}, answered for ${parent.kind} ${parent.metadata.name}`)
    return withNamespace(item, parent.metadata.namespace)
  })

const withNamespace = (item: JsonObject, namespace: string | undefined): KubeObject => {
  const metadata = isObject(item['metadata']) ? item['metadata'] : {}
  const object = { ...item, apiVersion: item['apiVersion'] ?? '' }
  const placed = namespace === undefined || metadata['namespace'] ? metadata : { ...metadata, namespace }
  const named = { ...placed, name: placed['name'] ?? '' }
  return canonical({ ...object, metadata: named }) as unknown as KubeObject
}
