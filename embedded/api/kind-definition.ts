import type { KubeObject, ObjectRef } from '../../api/kubernetes/object'
import type { PrinterColumn } from './printer-column'
import type { FieldError } from './schema/field-error'
import type { JsonSchema } from './schema/json-schema'

/** What the in-memory API knows of one kind. */
export interface KindDefinition {
  readonly apiVersion: string
  readonly kind: string
  /** Lower-case plural, as in URLs and rules. */
  readonly plural: string
  readonly shortNames: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
  readonly namespaced: boolean
  /** Whether status is written through its own subresource only. */
  readonly statusSubresource: boolean
  /** Whether spec changes are counted in `metadata.generation`. */
  readonly generation: boolean
  /** Whether an update must name the version it is based on, as it must for custom resources. */
  readonly conditionalUpdate: boolean
  /** What a delete without a propagation policy does to dependents. */
  readonly defaultPropagation: 'Background' | 'Orphan'
  readonly nameRule: 'subdomain' | 'label' | 'path-segment'
  readonly columns: ReadonlyArray<PrinterColumn>
  /** Absent for built-in kinds: anything goes but what the functions below refuse. */
  readonly schema?: JsonSchema
  readonly defaults?: (object: KubeObject) => KubeObject
  readonly validate?: (object: KubeObject, old?: KubeObject) => ReadonlyArray<FieldError>
}

export const tableKey = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`

export const objectKey = (namespace: string | undefined, name: string): string =>
  namespace === undefined ? name : `${namespace}/${name}`

export const keyOf = (object: KubeObject): string => objectKey(object.metadata.namespace, object.metadata.name)

export const refOf = (object: KubeObject): ObjectRef => ({
  apiVersion: object.apiVersion,
  kind: object.kind,
  ...(object.metadata.namespace === undefined ? {} : { namespace: object.metadata.namespace }),
  name: object.metadata.name,
})

/** `batch` of `batch/v1`, empty for the core group. */
export const groupOf = (apiVersion: string): string => {
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? '' : apiVersion.slice(0, slash)
}

/** `jobs.batch`, or `secrets` in the core group: how messages name a resource. */
export const groupResource = (kind: Pick<KindDefinition, 'apiVersion' | 'plural'>): string => {
  const group = groupOf(kind.apiVersion)
  return group === '' ? kind.plural : `${kind.plural}.${group}`
}

/** `Job.batch`, or `Secret` in the core group. */
export const groupKind = (kind: Pick<KindDefinition, 'apiVersion' | 'kind'>): string => {
  const group = groupOf(kind.apiVersion)
  return group === '' ? kind.kind : `${kind.kind}.${group}`
}
