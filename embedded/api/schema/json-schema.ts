import type { Json } from '../../../api/kubernetes/json'

/** The part of OpenAPI v3 that structural schemas of CustomResourceDefinitions use. */
export interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly nullable?: boolean
  readonly default?: Json
  readonly enum?: ReadonlyArray<Json>
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly additionalProperties?: JsonSchema | boolean
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly not?: JsonSchema
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-list-map-keys'?: ReadonlyArray<string>
  readonly 'x-kubernetes-validations'?: ReadonlyArray<ValidationRule>
}

export interface ValidationRule {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly fieldPath?: string
}
