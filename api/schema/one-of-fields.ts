import { isObject } from './is-object'
import { cleanFields, object, type Flat, type Shape } from './object'
import type { CelRule } from './open-api'
import type { Fields, Schema } from './schema'
import { hasOneOf, matching, type OneOf, type Union } from './union'

type WithOneOf<R extends Fields, O extends Fields, V extends Fields> = Flat<Shape<R, O>> & OneOf<V>

/** An object in which, beside other fields, exactly one of some fields is set. The schema says so by a CEL rule. */
export const objectWithOneOf = <R extends Fields, O extends Fields, V extends Fields>(
  required: R,
  optional: O,
  variants: V,
): Union<V, WithOneOf<R, O, V>> => {
  const rest = object(required, optional)
  const isOne = hasOneOf(variants)
  return {
    is: (value): value is WithOneOf<R, O, V> => rest.is(value) && isObject(value) && isOne(value),
    clean: cleanFields({ ...optional, ...required, ...variants }),
    openApi: {
      ...rest.openApi,
      properties: {
        ...rest.openApi.properties,
        ...Object.fromEntries(Object.entries(variants).map(([tag, variant]) => [tag, variant.openApi])),
      },
      'x-kubernetes-validations': [exactlyOne(variants)],
    },
    ...matching(variants),
  }
}

/** Counts the fields that are set; a `null` counts as not set. */
const exactlyOne = (variants: { readonly [tag: string]: Schema<unknown> }): CelRule => ({
  rule: `[${Object.entries(variants)
    .map(([tag, { openApi }]) => `has(self.${tag})${openApi.nullable ? ` && self.${tag} != null` : ''}`)
    .join(', ')}].exists_one(set, set)`,
  message: `exactly one of ${Object.keys(variants).join(', ')} must be set`,
})
