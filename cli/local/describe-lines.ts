import type { KubeObject } from '../../api/kubernetes/object'
import { isArray, isObject } from '../../embedded/api/json-shape'
import { aligned } from './table'

const HIDDEN = 'kubectl.kubernetes.io/last-applied-configuration'

/** An object as `kubectl describe` shows it: names first, then the fields as an outline, conditions as a table. */
export const describeLines = (object: KubeObject): ReadonlyArray<string> => {
  const { metadata, apiVersion, kind, ...content } = object
  const { conditions, ...status } = isObject(content['status']) ? content['status'] : {}
  return [
    ...aligned([
      ['Name:', metadata.name],
      ['Namespace:', metadata.namespace ?? ''],
      ...mapRows('Labels:', metadata.labels),
      ...mapRows('Annotations:', metadata.annotations),
      ['API Version:', apiVersion],
      ['Kind:', kind],
      ['Created:', String(metadata.creationTimestamp)],
      ...(metadata.deletionTimestamp === undefined ? [] : [['Being deleted since:', metadata.deletionTimestamp]]),
      ...(metadata.finalizers === undefined ? [] : [['Finalizers:', metadata.finalizers.join(', ')]]),
      ...(metadata.ownerReferences ?? []).map((owner) => ['Controlled by:', `${owner.kind}/${owner.name}`]),
      ['UID:', String(metadata.uid)],
    ]),
    ...sections(object.kind === 'Secret' ? withoutValues(content) : { ...content, status }),
    ...conditionLines(conditions),
  ]
}

const mapRows = (
  title: string,
  map: { readonly [key: string]: string } | undefined,
): ReadonlyArray<ReadonlyArray<string>> => {
  const entries = Object.entries(map ?? {}).filter(([key]) => key !== HIDDEN)
  return entries.length === 0
    ? [[title, '<none>']]
    : entries.map(([key, value], index) => [index === 0 ? title : '', `${key}=${value}`])
}

/** What is in a Secret is shown as its size, as kubectl does. */
const withoutValues = (content: { readonly [field: string]: unknown }): { readonly [field: string]: unknown } => ({
  ...content,
  data: Object.fromEntries(
    Object.entries(isObject(content['data']) ? content['data'] : {}).map(([key, value]) => [
      key,
      `${Buffer.from(String(value), 'base64').length} bytes`,
    ]),
  ),
})

const sections = (content: { readonly [field: string]: unknown }): ReadonlyArray<string> =>
  Object.entries(content).flatMap(([field, value]) =>
    isEmpty(value) ? [] : field === 'data' && isObject(value) ? dataLines(value) : outline(field, value, 0),
  )

/** Keys of users, so they are shown as they are. */
const dataLines = (data: { readonly [key: string]: unknown }): ReadonlyArray<string> => [
  'Data:',
  ...Object.entries(data).map(([key, value]) => `  ${key}:  ${String(value)}`),
]

const isEmpty = (value: unknown): boolean => value === undefined || (isObject(value) && Object.keys(value).length === 0)

const outline = (name: string, value: unknown, depth: number): ReadonlyArray<string> => {
  const indent = '  '.repeat(depth)
  const title = `${indent}${spoken(name)}:`
  if (isObject(value))
    return [title, ...Object.entries(value).flatMap(([field, inner]) => outline(field, inner, depth + 1))]
  if (isArray(value)) return [title, ...value.flatMap((item) => listItem(item, depth + 1))]
  return [`${title}  ${String(value)}`]
}

const listItem = (item: unknown, depth: number): ReadonlyArray<string> => {
  if (!isObject(item)) return [`${'  '.repeat(depth)}${String(item)}`]
  const lines = Object.entries(item).flatMap(([field, inner]) => outline(field, inner, depth + 1))
  return lines.map((line, index) => (index === 0 ? `${'  '.repeat(depth)}- ${line.trimStart()}` : line))
}

/** `kopiaSnapshotID` as `Kopia Snapshot ID`. */
const spoken = (field: string): string =>
  /[/.]/.test(field)
    ? field
    : field.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/^./, (letter) => letter.toUpperCase())

const conditionLines = (conditions: unknown): ReadonlyArray<string> => {
  const list = isArray(conditions) ? conditions.filter(isObject) : []
  if (list.length === 0) return []
  const rows = list.map(({ type, status, reason, lastTransitionTime, message }) => [
    `  ${String(type)}`,
    String(status),
    String(reason ?? ''),
    String(lastTransitionTime ?? ''),
    String(message ?? ''),
  ])
  return ['Conditions:', ...aligned([['  Type', 'Status', 'Reason', 'Since', 'Message'], ...rows])]
}
