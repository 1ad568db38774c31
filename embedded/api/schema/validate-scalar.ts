import { isTimestamp } from '../../../api/grammar'
import type { Json } from '../../../api/kubernetes/json'
import { invalid, tooLong, type FieldError } from './field-error'
import type { JsonSchema } from './json-schema'

export const scalarErrors = (schema: JsonSchema, value: Json, path: string): ReadonlyArray<FieldError> => {
  if (typeof value === 'string') return stringErrors(schema, value, path)
  return typeof value === 'number' ? numberErrors(schema, value, path) : []
}

/** Only the first mistake of a text is told. */
const stringErrors = (schema: JsonSchema, text: string, path: string): ReadonlyArray<FieldError> => {
  const { minLength, maxLength } = schema
  const length = minLength === undefined && maxLength === undefined ? 0 : [...text].length
  if (maxLength !== undefined && length > maxLength) return [tooLong(path, maxLength)]
  if (minLength !== undefined && length < minLength)
    return [invalid(path, text, `${path} in body should be at least ${minLength} chars long`)]
  if (schema.pattern !== undefined && !pattern(schema.pattern).test(text))
    return [invalid(path, text, `${path} in body should match '${schema.pattern}'`)]
  return schema.format === 'date-time' && !isTimestamp(text)
    ? [invalid(path, text, `${path} in body must be of type date-time: "${text}"`)]
    : []
}

const numberErrors = (schema: JsonSchema, value: number, path: string): ReadonlyArray<FieldError> => {
  const errors: FieldError[] = []
  const { minimum, maximum, multipleOf } = schema
  if (minimum !== undefined && (schema.exclusiveMinimum ? value <= minimum : value < minimum))
    errors.push(
      invalid(path, value, `${path} in body should be greater than ${orEqual(schema.exclusiveMinimum)}${minimum}`),
    )
  if (maximum !== undefined && (schema.exclusiveMaximum ? value >= maximum : value > maximum))
    errors.push(
      invalid(path, value, `${path} in body should be less than ${orEqual(schema.exclusiveMaximum)}${maximum}`),
    )
  if (multipleOf !== undefined && value % multipleOf !== 0)
    errors.push(invalid(path, value, `${path} in body should be a multiple of ${multipleOf}`))
  if (schema.format === 'int32' && Math.abs(value) > 2_147_483_647)
    errors.push(invalid(path, value, `${path} in body must be of type int32: "${value}"`))
  return errors
}

const orEqual = (exclusive: boolean | undefined): string => (exclusive ? '' : 'or equal to ')

const patterns = new Map<string, RegExp>()
/** Go's RE2 and JavaScript agree on what schemas use, once the inline flag is moved out. */
const pattern = (source: string): RegExp => {
  const found = patterns.get(source)
  if (found !== undefined) return found
  const flagged = /^\(\?i\)/.test(source)
  const made = new RegExp(flagged ? source.slice(4) : source, flagged ? 'iu' : 'u')
  patterns.set(source, made)
  return made
}
