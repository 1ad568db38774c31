import type { OpenApi } from './open-api'
import type { Schema } from './schema'

const same = (value: unknown): unknown => value

const isString = (value: unknown): value is string => typeof value === 'string'
const isInteger = (value: unknown): value is number => Number.isInteger(value)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

export const boundedString = (limits: Pick<OpenApi, 'minLength' | 'maxLength' | 'format'>): Schema<string> => ({
  is: isString,
  clean: same,
  openApi: { type: 'string', ...limits },
})

export const string: Schema<string> = boundedString({})

export const boolean: Schema<boolean> = { is: isBoolean, clean: same, openApi: { type: 'boolean' } }

export const integer = (limits: Pick<OpenApi, 'format' | 'minimum' | 'maximum'> = {}): Schema<number> => ({
  is: isInteger,
  clean: same,
  openApi: { type: 'integer', ...limits },
})

export const int64: Schema<number> = integer({ format: 'int64' })
export const int32: Schema<number> = integer({ format: 'int32' })
export const uint32: Schema<number> = integer({ format: 'uint32', minimum: 0 })
export const uint16: Schema<number> = integer({ format: 'uint16', minimum: 0, maximum: 65535 })

/** RFC3339 text; the schema carries no format, as on the wire of this API. */
export const timestamp: Schema<string> = string

/** Whole number of seconds, optionally with one unit of `h`, `m`, `s`; its grammar is checked at admission. */
export const duration: Schema<string> = string

/** A Kubernetes quantity, as text. */
export const quantity: Schema<string> = string

/** A number or a text, as Kubernetes quantities may be written in core types. */
export const intOrString: Schema<number | string> = {
  is: (value): value is number | string => isString(value) || isInteger(value),
  clean: same,
  openApi: { 'x-kubernetes-int-or-string': true },
}
