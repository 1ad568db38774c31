import type { Json } from '../../../api/kubernetes/json'
import { isArray, isObject } from '../json-shape'
import { evaluateCel } from './cel'
import { celValue } from './cel-value'
import { invalid, typeName, type FieldError } from './field-error'
import type { JsonSchema, ValidationRule } from './json-schema'

const NONE: ReadonlyArray<FieldError> = []

/** Whether a schema or anything below it has a rule: most parts need no visit. */
const ruled = new WeakMap<JsonSchema, boolean>()
export const hasRules = (schema: JsonSchema): boolean => {
  const known = ruled.get(schema)
  if (known !== undefined) return known
  const found = (schema['x-kubernetes-validations']?.length ?? 0) > 0 || parts(schema).some(hasRules)
  ruled.set(schema, found)
  return found
}

const parts = (schema: JsonSchema): ReadonlyArray<JsonSchema> => [
  ...Object.values(schema.properties ?? {}),
  ...(schema.items === undefined ? [] : [schema.items]),
  ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
]

/** Errors of the `x-kubernetes-validations` rules. Rules that name `oldSelf` are asked only where there is an old value. */
export const ruleErrors = (
  schema: JsonSchema,
  value: Json,
  old: Json | undefined,
  path: string,
): ReadonlyArray<FieldError> => {
  if (value === null || !hasRules(schema)) return NONE
  const own = schema['x-kubernetes-validations']?.flatMap((rule) => oneRule(rule, value, old, path)) ?? NONE
  if (isObject(value)) return [...own, ...propertyErrors(schema, value, isObject(old) ? old : {}, path)]
  return isArray(value) ? [...own, ...itemErrors(schema, value, isArray(old) ? old : [], path)] : own
}

const propertyErrors = (
  schema: JsonSchema,
  value: { readonly [key: string]: Json },
  old: { readonly [key: string]: Json },
  path: string,
): ReadonlyArray<FieldError> =>
  Object.entries(value).flatMap(([key, field]) => {
    const additional = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
    const part = schema.properties?.[key] ?? additional
    return part === undefined ? NONE : ruleErrors(part, field, old[key], path === '' ? key : `${path}.${key}`)
  })

/** Items of a keyed list have their old selves; those of other lists have none. */
const itemErrors = (
  schema: JsonSchema,
  list: ReadonlyArray<Json>,
  old: ReadonlyArray<Json>,
  path: string,
): ReadonlyArray<FieldError> => {
  const items = schema.items
  if (items === undefined) return NONE
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const same = (a: Json, b: Json): boolean =>
    keys.length > 0 && isObject(a) && isObject(b) && keys.every((key) => a[key] === b[key])
  return list.flatMap((item, index) =>
    ruleErrors(
      items,
      item,
      old.find((candidate) => same(candidate, item)),
      `${path}[${index}]`,
    ),
  )
}

const oneRule = (rule: ValidationRule, value: Json, old: Json | undefined, path: string): ReadonlyArray<FieldError> => {
  if (/\boldSelf\b/.test(rule.rule) && old === undefined) return NONE
  const context = { self: celValue(value), oldSelf: old === undefined ? undefined : celValue(old) }
  try {
    if (evaluateCel(rule.rule, context) === true) return NONE
    return [invalid(path + (rule.fieldPath ?? ''), typeName(value), failureMessage(rule, context))]
  } catch (error) {
    return [invalid(path, typeName(value), `${reasonOf(error)} evaluating rule: ${rule.message ?? rule.rule}`)]
  }
}

/** The first line of what the evaluator says, without its class. */
const reasonOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.charAt(0).toLowerCase() + line.slice(1)
}

const failureMessage = (rule: ValidationRule, context: Record<string, unknown>): string => {
  if (rule.messageExpression !== undefined) {
    const message = evaluateCel(rule.messageExpression, context)
    if (typeof message === 'string') return message
  }
  return rule.message ?? `failed rule: ${rule.rule}`
}
