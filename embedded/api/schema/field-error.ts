import type { Json } from '../../../api/kubernetes/json'

/** One line of a 422, as `spec.n: Required value`. */
export interface FieldError {
  readonly path: string
  readonly detail: string
}

export const required = (path: string): FieldError => ({ path, detail: 'Required value' })

export const invalid = (path: string, value: Json, message: string): FieldError => ({
  path,
  detail: `Invalid value: ${shown(value)}: ${message}`,
})

export const unsupported = (path: string, value: Json, supported: ReadonlyArray<Json>): FieldError => ({
  path,
  detail: `Unsupported value: ${shown(value)}: supported values: ${supported.map(shown).join(', ')}`,
})

export const forbidden = (path: string, message: string): FieldError => ({ path, detail: `Forbidden: ${message}` })

export const duplicate = (path: string, value: Json): FieldError => ({
  path,
  detail: `Duplicate value: ${shown(value)}`,
})

export const tooMany = (path: string, found: number, most: number): FieldError => ({
  path,
  detail: `Too many: ${found}: must have at most ${most} items`,
})

export const tooLong = (path: string, most: number): FieldError => ({
  path,
  detail: `Too long: may not be more than ${most} bytes`,
})

const shown = (value: Json): string => JSON.stringify(value)

/** Whether rules in CEL are not asked because of this error: the value is not of the shape they are written for. */
export const isBlocking = ({ detail }: FieldError): boolean =>
  /^(Required value|Unsupported value|Too long|Too many)/.test(detail) || / in body must be of type /.test(detail)

export const rulesNotChecked: FieldError = {
  path: '<nil>',
  detail:
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
}

/** How Go's validators name a JSON value in a message. */
export const typeName = (value: Json): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

/** The text after `is invalid: `: one error bare, several in brackets. */
export const formatErrors = (errors: ReadonlyArray<FieldError>): string => {
  const lines = errors.map(({ path, detail }) => (path === '' ? detail : `${path}: ${detail}`))
  return lines.length === 1 ? (lines[0] ?? '') : `[${lines.join(', ')}]`
}
