import { isObject } from './is-object'
import type { Fields, NoFields, Schema, TypeOf } from './schema'

/** Static type of an object: required fields, then optional ones (absent, never undefined or null). */
export type Shape<R extends Fields, O extends Fields> = Flat<
  { readonly [K in keyof R]: TypeOf<R[K]> } & { readonly [K in keyof O]?: TypeOf<O[K]> }
>
export type Flat<T> = { readonly [K in keyof T]: T[K] }

/** An object with required and optional fields. */
export const object = <R extends Fields = NoFields, O extends Fields = NoFields>(
  required: R,
  optional?: O,
): Schema<Shape<R, O>> => {
  const must = Object.entries(required)
  const may = Object.entries(optional ?? {})
  const properties = Object.fromEntries([...must, ...may].map(([name, field]) => [name, field.openApi]))
  return {
    is: (value): value is Shape<R, O> => isObject(value) && hasFields(value, must, may),
    clean: cleanFields({ ...optional, ...required }),
    openApi: {
      type: 'object',
      ...(must.length + may.length === 0 ? {} : { properties }),
      ...(must.length === 0 ? {} : { required: must.map(([name]) => name) }),
    },
  }
}

/** Drops `null` fields; unknown fields stay as they are. */
export const cleanFields =
  (fields: Fields) =>
  (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, inner]) => inner !== null)
            .map(([name, inner]) => [
              name,
              Object.hasOwn(fields, name) ? (fields[name]?.clean(inner) ?? inner) : inner,
            ]),
        )
      : value

type Entries = ReadonlyArray<readonly [string, Schema<unknown>]>

/** Loops, because each call of a hook asks this of thousands of fields. */
const hasFields = (value: { readonly [name: string]: unknown }, must: Entries, may: Entries): boolean => {
  for (const entry of must) if (!entry[1].is(value[entry[0]])) return false
  for (const entry of may) {
    const inner = value[entry[0]]
    if (inner !== undefined && !entry[1].is(inner)) return false
  }
  return true
}
