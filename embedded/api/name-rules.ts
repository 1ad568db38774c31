import type { KindDefinition } from './kind-definition'
import { labelValueProblems, qualifiedNameProblems } from './qualified-name'
import { invalid, tooLong, type FieldError } from './schema/field-error'
import { SUBDOMAIN, SUBDOMAIN_MESSAGE } from './subdomain'

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

const LABEL_MESSAGE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

type NameRule = KindDefinition['nameRule']

export const nameErrors = (rule: NameRule, name: string, path = 'metadata.name'): ReadonlyArray<FieldError> => {
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

export const labelErrors = (labels: { readonly [key: string]: string }): ReadonlyArray<FieldError> => {
  const errors = (text: string, problems: ReadonlyArray<string>) =>
    problems.map((problem) => invalid('metadata.labels', text, problem))
  return Object.entries(labels).flatMap(([key, value]) => [
    ...errors(key, qualifiedNameProblems(key)),
    ...errors(value, labelValueProblems(value)),
  ])
}

/** The API server's limit for all annotations of one object together. */
export const ANNOTATIONS_LIMIT = 262_144

export const annotationErrors = (annotations: { readonly [key: string]: string }): ReadonlyArray<FieldError> => {
  const path = 'metadata.annotations'
  const entries = Object.entries(annotations)
  const badKeys = entries.flatMap(([key]) =>
    qualifiedNameProblems(key.toLowerCase()).map((problem) => invalid(path, key, problem)),
  )
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0)
  return [...badKeys, ...(size > ANNOTATIONS_LIMIT ? [tooLong(path, ANNOTATIONS_LIMIT)] : [])]
}

const byteLength = (text: string): number => Buffer.byteLength(text)
