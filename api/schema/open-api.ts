import type { Json } from '../kubernetes/json'

/** The part of the structural OpenAPI v3 schema that CustomResourceDefinitions here use. */
export type OpenApi = {
  readonly description?: string
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean'
  readonly format?: string
  readonly nullable?: true
  readonly default?: Json
  readonly enum?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: OpenApi
  readonly additionalProperties?: OpenApi
  readonly properties?: { readonly [name: string]: OpenApi }
  readonly required?: ReadonlyArray<string>
  readonly oneOf?: ReadonlyArray<{ readonly required: ReadonlyArray<string> }>
  readonly 'x-kubernetes-preserve-unknown-fields'?: true
  readonly 'x-kubernetes-int-or-string'?: true
  readonly 'x-kubernetes-validations'?: ReadonlyArray<CelRule>
}

/** One CEL rule of a schema; `self` (and `oldSelf` in transition rules) is the value it stands on. */
export type CelRule = { readonly rule: string; readonly message: string }
