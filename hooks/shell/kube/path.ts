import type { LabelSelector } from '../../../api/kubernetes/client'
import type { Resource } from './resource'

/** `/api/v1/…` for the core group, `/apis/<group>/<version>/…` for the others; without namespace: all of them. */
export const collectionPath = ({ apiVersion, plural }: Resource, namespace?: string): string => {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return namespace === undefined ? `${root}/${plural}` : `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`
}

export const objectPath = (resource: Resource, namespace: string | undefined, name: string): string =>
  `${collectionPath(resource, resource.namespaced ? namespace : undefined)}/${encodeURIComponent(name)}`

export const query = (parameters: { readonly [name: string]: string | undefined }): string => {
  const set = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`
}

/** The selector in the text form of the `labelSelector` parameter. */
export const selectorText = (selector: LabelSelector | undefined): string | undefined => {
  if (selector === undefined) return undefined
  const equal = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`)
  const parts = [...equal, ...(selector.matchExpressions ?? []).map(expressionText)]
  return parts.length === 0 ? undefined : parts.join(',')
}

type Expression = NonNullable<LabelSelector['matchExpressions']>[number]

const expressionText = ({ key, operator, values }: Expression): string => {
  switch (operator) {
    case 'Exists':
      return key
    case 'DoesNotExist':
      return `!${key}`
    case 'NotIn':
      return `${key} notin (${(values ?? []).join(',')})`
    default:
      return `${key} in (${(values ?? []).join(',')})`
  }
}
