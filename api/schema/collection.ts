import { isObject } from './is-object'
import type { OpenApi } from './open-api'
import type { Schema } from './schema'

export const array = <A>(
  items: Schema<A>,
  limits: Pick<OpenApi, 'minItems' | 'maxItems'> = {},
): Schema<ReadonlyArray<A>> => ({
  is: (value): value is ReadonlyArray<A> => Array.isArray(value) && value.every(items.is),
  clean: (value) => (Array.isArray(value) ? value.map(items.clean) : value),
  openApi: { type: 'array', items: items.openApi, ...limits },
})

/** Any keys, values of one shape. */
export const map = <A>(values: Schema<A>): Schema<{ readonly [key: string]: A }> => ({
  is: (value): value is { readonly [key: string]: A } => isObject(value) && Object.values(value).every(values.is),
  clean: (value) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, inner]) => inner !== null)
            .map(([key, inner]) => [key, values.clean(inner)]),
        )
      : value,
  openApi: { type: 'object', additionalProperties: values.openApi },
})
