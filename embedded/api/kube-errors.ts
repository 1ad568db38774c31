import type { KubeError } from '../../api/kubernetes/client'
import type { KubeObject } from '../../api/kubernetes/object'
import { groupKind, groupResource, type KindDefinition } from './kind-definition'
import { formatErrors, type FieldError } from './schema/field-error'

export const notFound = (kind: KindDefinition, name: string): KubeError => ({
  reason: 'NotFound',
  code: 404,
  message: `${groupResource(kind)} "${name}" not found`,
})

export const unknownKind = (apiVersion: string, kind: string): KubeError => ({
  reason: 'NotFound',
  code: 404,
  message: `the server could not find the requested resource (${kind} in ${apiVersion})`,
})

export const namespaceNotFound = (namespace: string): KubeError => ({
  reason: 'NotFound',
  code: 404,
  message: `namespaces "${namespace}" not found`,
})

/** A namesake that is dying still holds the name, and the message says so. */
export const alreadyExists = (kind: KindDefinition, present: KubeObject): KubeError => ({
  reason: 'AlreadyExists',
  code: 409,
  message: `${present.metadata.deletionTimestamp === undefined ? '' : 'object is being deleted: '}${groupResource(kind)} "${present.metadata.name}" already exists`,
})

export const modified = (kind: KindDefinition, name: string): KubeError => ({
  reason: 'Conflict',
  code: 409,
  message: `Operation cannot be fulfilled on ${groupResource(kind)} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
})

export const preconditionFailed = (
  kind: KindDefinition,
  name: string,
  precondition: { readonly field: string; readonly wanted: string; readonly found: string },
): KubeError => ({
  reason: 'Conflict',
  code: 409,
  message: `Operation cannot be fulfilled on ${groupResource(kind)} "${name}": Precondition failed: ${precondition.field} in precondition: ${precondition.wanted}, ${precondition.field} in object meta: ${precondition.found}`,
})

export const terminating = (kind: KindDefinition, name: string, namespace: string): KubeError => ({
  reason: 'Forbidden',
  code: 403,
  message: `${groupResource(kind)} "${name}" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`,
})

export const invalidObject = (kind: KindDefinition, name: string, errors: ReadonlyArray<FieldError>): KubeError => ({
  reason: 'Invalid',
  code: 422,
  message: `${groupKind(kind)} "${name}" is invalid: ${formatErrors(errors)}`,
})

export const versionMissing = (kind: KindDefinition, name: string): KubeError => ({
  reason: 'Invalid',
  code: 422,
  message: `${groupResource(kind)} "${name}" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update`,
})

export const badRequest = (message: string): KubeError => ({ reason: 'Other', code: 400, message })

export const gone = (resourceVersion: string, oldest: number): KubeError => ({
  reason: 'Gone',
  code: 410,
  message: `too old resource version: ${resourceVersion} (${oldest})`,
})

export const versionedCreation: KubeError = {
  reason: 'Other',
  code: 500,
  message: 'resourceVersion should not be set on objects to be created',
}
