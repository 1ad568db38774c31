import type { KubeError } from '../../api/kubernetes/client'
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

export const alreadyExists = (kind: KindDefinition, name: string): KubeError => ({
  reason: 'AlreadyExists',
  code: 409,
  message: `${groupResource(kind)} "${name}" already exists`,
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

export const badRequest = (message: string): KubeError => ({ reason: 'Other', code: 400, message })

export const gone = (resourceVersion: string, oldest: number): KubeError => ({
  reason: 'Gone',
  code: 410,
  message: `too old resource version: ${resourceVersion} (${oldest})`,
})
