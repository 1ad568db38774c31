import { isObject } from './is-object'
import { cleanFields } from './object'
import type { Fields, Schema, TypeOf } from './schema'

/** A union told apart by its only key: `{ s3: … } | { azure: … }`. */
export type OneOf<V extends Fields> = { [K in keyof V]: { readonly [P in K]: TypeOf<V[P]> } }[keyof V]

export type Cases<V extends Fields, B> = { readonly [K in keyof V]: (value: TypeOf<V[K]>) => B }

export interface Union<V extends Fields, A extends OneOf<V> = OneOf<V>> extends Schema<A> {
  readonly tags: ReadonlyArray<keyof V & string>
  /** Exhaustive: one case for each key. */
  readonly match: <B>(value: A, cases: Cases<V, B>) => B
  readonly tagOf: (value: A) => keyof V & string
}

/** Exactly one of the keys, and no other of them. */
export const union = <V extends Fields>(variants: V): Union<V> => ({
  is: (value): value is OneOf<V> => isObject(value) && hasOneOf(variants)(value),
  clean: cleanFields(variants),
  openApi: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(variants).map(([tag, variant]) => [tag, variant.openApi])),
    oneOf: Object.keys(variants).map((tag) => ({ required: [tag] })),
  },
  ...matching(variants),
})

/** The checks of a union's keys on an object that may hold further fields. */
export const hasOneOf = (variants: Fields) => {
  const entries = Object.entries(variants)
  return (value: { readonly [field: string]: unknown }): boolean => {
    const present = entries.filter(([tag]) => value[tag] !== undefined)
    return present.length === 1 && present.every(([tag, variant]) => variant.is(value[tag]))
  }
}

export const matching = <V extends Fields, A extends OneOf<V>>(
  variants: V,
): Pick<Union<V, A>, 'tags' | 'match' | 'tagOf'> => ({
  tags: Object.keys(variants),
  match: (value, cases) => only(Object.entries(cases).flatMap(([tag, apply]) => valueAt(value, tag).map(apply))),
  tagOf: (value) => Object.keys(variants).filter((tag) => valueAt(value, tag).length === 1)[0] ?? '',
})

const valueAt = (value: object, tag: string): ReadonlyArray<unknown> =>
  Object.entries(value).flatMap(([key, inner]) => (key === tag && inner !== undefined ? [inner] : []))

/** The type of a union says that there is one; the compiler cannot follow it through the generic keys. */
const only = (values: object) => Object.values(values)[0]
