import type { KubeObject } from '../../../api/kubernetes/object'

/** What differs between any two runs of one story, and what stands for it. */
const VARYING: ReadonlyArray<readonly [RegExp, string]> = [
  [/story-\d+-\d+/g, '<namespace>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\b20\d{12}\b/g, '<moment>'],
  [/(?<![0-9a-z])[0-9a-f]{8,64}(?![0-9a-z])/g, '<id>'],
  [/\b\d+(\.\d+)?( ?(ms|s|m|h|B|KB|MB|GB|KiB|MiB|GiB|seconds))\b/g, '<amount>'],
  [/\d+\.\d+\.\d+\.\d+:\d+/g, '<address>'],
]

/** Fields whose value is a measurement. */
const MEASURED = /duration|bytes|seconds|size|usage|progress|blobs|files|dirs|directories|stats|rate/i

/** A field whose text is a version of an object. */
const VERSION = /Version$/

export const normalText = (text: string): string =>
  VARYING.reduce((seen, [pattern, word]) => seen.replaceAll(pattern, word), text)

const normalNumber = (field: string, value: number): number | string => (MEASURED.test(field) ? '<number>' : value)

/** The value with times, ids and measurements replaced by words, its fields in order. */
export const normal = (value: unknown, field = ''): unknown => {
  if (typeof value === 'string') return VERSION.test(field) ? '<version>' : normalText(value)
  if (typeof value === 'number') return normalNumber(field, value)
  if (Array.isArray(value)) return value.map((one) => normal(one, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [normalText(name), normal(one, name)]),
  )
}

/** What an object is called in every run: its kind and the part of its name that does not follow from time or UIDs. */
export const normalName = ({ kind, metadata }: KubeObject): string => `${kind} ${normalText(metadata.name)}`
