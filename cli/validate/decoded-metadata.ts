import { isObject } from '../../api/schema/is-object'

type Fields = { readonly [field: string]: unknown }

/** Metadata as an API server decodes it: a null field is absent, a null label or annotation is an empty text. */
export const decodedMetadata = (metadata: Fields): Fields =>
  Object.fromEntries(
    Object.entries(withoutNulls(metadata)).map(([field, value]) => [
      field,
      (field === 'labels' || field === 'annotations') && isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, text ?? '']))
        : Array.isArray(value)
          ? value.map((item: unknown) => (isObject(item) ? withoutNulls(item) : item))
          : value,
    ]),
  )

const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
