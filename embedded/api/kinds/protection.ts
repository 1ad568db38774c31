import type { KubeObject } from '../../../api/kubernetes/object'

/** The object with a finalizer that the API server itself puts on new objects of its kind. */
export const protectedAtBirth = (object: KubeObject, finalizer: string): KubeObject => {
  const { finalizers, resourceVersion } = object.metadata
  if (resourceVersion !== '0' || finalizers?.includes(finalizer)) return object
  return { ...object, metadata: { ...object.metadata, finalizers: [...(finalizers ?? []), finalizer] } }
}
