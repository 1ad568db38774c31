import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { ObjectMeta } from '../../api/kubernetes/object'
import { finalizerErrors } from './finalizer-rules'
import type { KindDefinition } from './kind-definition'
import { isArray, isObject, mapValues } from './json-shape'
import { annotationErrors, labelErrors, nameErrors } from './name-rules'
import { ownerErrors, type WrittenOwner } from './owner-rules'
import { typeName, type FieldError } from './schema/field-error'

/** What a writer may set. Everything else in `metadata` is the server's, or unknown and dropped. */
const WRITABLE = [
  'annotations',
  'finalizers',
  'generateName',
  'labels',
  'managedFields',
  'name',
  'namespace',
  'ownerReferences',
]
const SYSTEM = [
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'resourceVersion',
  'uid',
]

const ORDER = [...WRITABLE, ...SYSTEM].sort()

/** Metadata of `system` for the server's fields and of `written` for the writer's; empty maps and lists are left out. */
export const mergeMetadata = (written: JsonObject, system: JsonObject): ObjectMeta => {
  const result: { [key: string]: Json } = {}
  for (const key of ORDER) {
    const given = WRITABLE.includes(key) ? written[key] : system[key]
    const value = key === 'labels' || key === 'annotations' ? withoutNullTexts(given ?? null) : given
    if (value !== undefined && value !== null && !isEmpty(value)) result[key] = value
  }
  return result as unknown as ObjectMeta
}

const isEmpty = (value: Json): boolean =>
  isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

/** Types that the decoder would refuse before validation, as a message. */
export const metadataTypeError = (metadata: unknown): string | undefined => {
  if (!isObject(metadata)) return 'metadata must be an object'
  for (const field of TEXT_MAPS) {
    const map = metadata[field]
    if (map === undefined || map === null) continue
    const bad = isObject(map) ? Object.values(map).find((value) => value !== null && typeof value !== 'string') : map
    if (bad !== undefined)
      return `json: cannot unmarshal ${goTypeName(bad)} into Go struct field ObjectMeta.${field} of type string`
  }
  return undefined
}

const TEXT_MAPS = ['labels', 'annotations'] as const

const goTypeName = (value: Json): string =>
  typeof value === 'boolean' ? 'bool' : typeName(value).replace('integer', 'number')

/** A null among labels or annotations is decoded as an empty text. */
const withoutNullTexts = (map: Json): Json =>
  isObject(map) ? mapValues(map, (value) => (value === null ? '' : value)) : map

const validated = new WeakSet<object>()

/** Rules for names, labels, annotations, finalizers and owners. */
export const metadataErrors = (kind: KindDefinition, metadata: ObjectMeta): ReadonlyArray<FieldError> => [
  ...nameErrors(kind.nameRule, metadata.name),
  ...attachmentErrors(metadata),
]

/** What a writer puts on an object beside its name. */
export interface Attachments {
  readonly labels?: { readonly [key: string]: string }
  readonly annotations?: { readonly [key: string]: string }
  readonly finalizers?: ReadonlyArray<string>
  readonly ownerReferences?: ReadonlyArray<WrittenOwner>
}

/** The same rules in objects of every kind. */
export const attachmentErrors = (attached: Attachments): ReadonlyArray<FieldError> => [
  ...once(attached.labels, labelErrors),
  ...once(attached.annotations, annotationErrors),
  ...finalizerErrors(attached.finalizers ?? []),
  ...ownerErrors(attached.ownerReferences ?? []),
]

/** Maps that passed are shared between versions of an object and are not looked at again. */
const once = <A extends object>(
  value: A | undefined,
  check: (value: A) => ReadonlyArray<FieldError>,
): ReadonlyArray<FieldError> => {
  if (value === undefined || validated.has(value)) return []
  const errors = check(value)
  if (errors.length === 0) validated.add(value)
  return errors
}
