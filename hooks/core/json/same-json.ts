/** Whether two JSON values are the same, whatever the order of their fields. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  a === b ||
  (isArray(a) && isArray(b)
    ? a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
    : isRecord(a) && isRecord(b) && sameFields(a, b))

const sameFields = (a: JsonFields, b: JsonFields): boolean => {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

interface JsonFields {
  readonly [field: string]: unknown
}

const isArray = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const isRecord = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
