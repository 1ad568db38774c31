import type { ObjectMeta } from '../../api/kubernetes/object'
import { qualifiedNameProblems } from './qualified-name'
import { forbidden, invalid, type FieldError } from './schema/field-error'

const PATH = 'metadata.finalizers'

export const finalizerErrors = (finalizers: ReadonlyArray<string>): ReadonlyArray<FieldError> => [
  ...finalizers.flatMap((finalizer) =>
    qualifiedNameProblems(finalizer).map((problem) => invalid(PATH, finalizer, problem)),
  ),
  ...(finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')
    ? [invalid(PATH, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')]
    : []),
]

/** Finalizers may only go while an object is being deleted. */
export const finalizerUpdateErrors = (next: ObjectMeta, old: ObjectMeta): ReadonlyArray<FieldError> => {
  if (old.deletionTimestamp === undefined) return []
  const added = (next.finalizers ?? []).filter((finalizer) => !(old.finalizers ?? []).includes(finalizer))
  if (added.length === 0) return []
  const list = added.map((finalizer) => `"${finalizer}"`).join(', ')
  const message = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`
  return [forbidden(PATH, message)]
}
