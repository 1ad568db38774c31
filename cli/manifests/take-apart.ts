import { isObject } from '../../api/schema/is-object'

type Fields = { readonly [field: string]: unknown }

/** The objects of a document: those of lists one by one, also of lists in lists. */
export const takeApart = (value: unknown): ReadonlyArray<unknown> =>
  isList(value) ? (value.items ?? []).flatMap((item) => takeApart(asItem(value, item))) : [value]

type List = Fields & {
  readonly apiVersion: string
  readonly kind: string
  readonly items: ReadonlyArray<unknown> | null
}

const isList = (value: unknown): value is List =>
  isObject(value) &&
  typeof value['apiVersion'] === 'string' &&
  typeof value['kind'] === 'string' &&
  value['kind'].endsWith('List') &&
  (value['items'] === null || Array.isArray(value['items']))

/** Like kubectl: an item that says neither what it is nor of which API is what its list is of. */
const asItem = ({ apiVersion, kind }: List, item: unknown): unknown =>
  isObject(item) && !item['apiVersion'] && !item['kind']
    ? { ...item, apiVersion, kind: kind.slice(0, -'List'.length) }
    : item
