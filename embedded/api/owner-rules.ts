import type { OwnerReference } from '../../api/kubernetes/object'
import { invalid, type FieldError } from './schema/field-error'

/** A reference as it was written: what is left out is empty. */
export type WrittenOwner = Partial<OwnerReference>

const PATH = 'metadata.ownerReferences'

/** A group version that names a version. */
const VERSIONED = /^([^/]*\/)?[^/]+$/

export const ownerErrors = (owners: ReadonlyArray<WrittenOwner>): ReadonlyArray<FieldError> => [
  ...owners.flatMap(referenceErrors),
  ...controllerErrors(owners),
]

const referenceErrors = (owner: WrittenOwner): ReadonlyArray<FieldError> => {
  const { apiVersion = '', kind } = owner
  return [
    ...(VERSIONED.test(apiVersion) ? [] : [invalid(`${PATH}.apiVersion`, apiVersion, 'version must not be empty')]),
    ...(['kind', 'name', 'uid'] as const)
      .filter((field) => !owner[field])
      .map((field) => invalid(`${PATH}.${field}`, '', 'must not be empty')),
    ...(apiVersion === 'v1' && kind === 'Event'
      ? [invalid(PATH, { ...owner }, '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ]
}

const controllerErrors = (owners: ReadonlyArray<WrittenOwner>): ReadonlyArray<FieldError> => {
  const controllers = owners.filter((owner) => owner.controller === true)
  if (controllers.length < 2) return []
  const names = controllers.map((owner) => `${owner.kind}/${owner.name}`).join(' and ')
  const message = `Only one reference can have Controller set to true. Found "true" in references for ${names}`
  return [
    invalid(
      PATH,
      owners.map((owner) => ({ ...owner })),
      message,
    ),
  ]
}
