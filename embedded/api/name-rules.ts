import type { KindDefinition } from './kind-definition'
import { invalid, tooLong, type FieldError } from './schema/field-error'

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const QUALIFIED_NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/

const SUBDOMAIN_MESSAGE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const LABEL_MESSAGE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const LABEL_VALUE_MESSAGE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

export const NAME_PART_MESSAGE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

export const nameErrors = (rule: KindDefinition['nameRule'], name: string): ReadonlyArray<FieldError> => {
  const path = 'metadata.name'
  switch (rule) {
    case 'subdomain':
      return textErrors(path, name, { pattern: SUBDOMAIN, most: 253, message: SUBDOMAIN_MESSAGE })
    case 'label':
      return textErrors(path, name, { pattern: LABEL, most: 63, message: LABEL_MESSAGE })
    case 'path-segment':
      return /^\.\.?$|[/%]/.test(name) ? [invalid(path, name, "may not be '.', '..' or contain '/' or '%'")] : []
  }
}

interface TextRule {
  readonly pattern: RegExp
  readonly most: number
  readonly message: string
}

const textErrors = (path: string, text: string, rule: TextRule): ReadonlyArray<FieldError> => [
  ...(text.length > rule.most ? [invalid(path, text, `must be no more than ${rule.most} characters`)] : []),
  ...(rule.pattern.test(text) ? [] : [invalid(path, text, rule.message)]),
]

/** A label, annotation or finalizer key: an optional DNS prefix and a name of at most 63 characters. */
export const isQualifiedName = (key: string): boolean => {
  const slash = key.indexOf('/')
  const prefix = slash < 0 ? undefined : key.slice(0, slash)
  const name = key.slice(slash + 1)
  if (prefix !== undefined && (prefix.length > 253 || !SUBDOMAIN.test(prefix))) return false
  return name.length <= 63 && QUALIFIED_NAME.test(name)
}

export const labelErrors = (labels: { readonly [key: string]: string }): ReadonlyArray<FieldError> =>
  Object.entries(labels).flatMap(([key, value]) => {
    const path = 'metadata.labels'
    if (!isQualifiedName(key)) return [invalid(path, key, NAME_PART_MESSAGE)]
    if (value.length > 63) return [invalid(path, value, 'must be no more than 63 characters')]
    return value === '' || QUALIFIED_NAME.test(value) ? [] : [invalid(path, value, LABEL_VALUE_MESSAGE)]
  })

/** The API server's limit for all annotations of one object together. */
export const ANNOTATIONS_LIMIT = 262_144

export const annotationErrors = (annotations: { readonly [key: string]: string }): ReadonlyArray<FieldError> => {
  const path = 'metadata.annotations'
  const entries = Object.entries(annotations)
  const badKey = entries.find(([key]) => !isQualifiedName(key.toLowerCase()))
  if (badKey !== undefined) return [invalid(path, badKey[0], NAME_PART_MESSAGE)]
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0)
  return size > ANNOTATIONS_LIMIT ? [tooLong(path, ANNOTATIONS_LIMIT)] : []
}

const byteLength = (text: string): number => Buffer.byteLength(text)
