import { kinds } from '../../api/kinds'
import { isObject } from '../../api/schema/is-object'
import type { Surroundings } from '../../api/validation'

/** The objects of the same manifests, found by kind, namespace and name. */
export const surroundingsOf = (values: ReadonlyArray<unknown>): Surroundings => {
  const byName = new Map(
    values.flatMap((value) => (isObject(value) && isObject(value['metadata']) ? [[keyOf(value), value] as const] : [])),
  )
  return {
    find: ({ kind, namespace = '', name }) =>
      byName.get([kind, ...(kinds[kind].scope === 'Cluster' ? [] : [namespace]), name].join('/')),
    namespaceLabels: (name) => labelsOf(byName.get(`Namespace/${name}`)),
  }
}

const CLUSTER_SCOPED = ['Namespace', 'ClusterRepository']

const keyOf = ({ kind, metadata }: { readonly [field: string]: unknown }): string => {
  const { namespace = '', name } = isObject(metadata) ? metadata : {}
  return [kind, ...(CLUSTER_SCOPED.includes(String(kind)) ? [] : [namespace]), name].map(String).join('/')
}

const labelsOf = (value: unknown): { readonly [key: string]: string } | undefined => {
  if (!isObject(value)) return undefined
  const { labels } = isObject(value['metadata']) ? value['metadata'] : {}
  return isObject(labels) ? Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, String(label)])) : {}
}
