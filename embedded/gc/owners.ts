import type { KubeObject, OwnerReference } from '../../api/kubernetes/object'
import { FOREGROUND_FINALIZER } from '../api/remove-object'
import type { Store } from '../api/store'

export interface Owners {
  /** Alive, or dying without waiting for dependents. */
  readonly solid: ReadonlyArray<OwnerReference>
  /** Gone, or replaced by another object of that name. */
  readonly dangling: ReadonlyArray<OwnerReference>
  /** Dying in the foreground: they wait for this object to go. */
  readonly waiting: ReadonlyArray<OwnerReference>
}

export const isDying = (object: KubeObject): boolean => object.metadata.deletionTimestamp !== undefined

export const hasFinalizer = (object: KubeObject, finalizer: string): boolean =>
  (object.metadata.finalizers ?? []).includes(finalizer)

export const isDyingInForeground = (object: KubeObject): boolean =>
  isDying(object) && hasFinalizer(object, FOREGROUND_FINALIZER)

/**
 * The owners of an object by their state. An owner is looked for in the object's own namespace only; one that cannot be
 * resolved at all (unknown kind, namespaced owner of a cluster-scoped object) counts as solid, so nothing is collected.
 */
export const classifyOwners = (store: Store, object: KubeObject): Owners => {
  const solid: OwnerReference[] = []
  const dangling: OwnerReference[] = []
  const waiting: OwnerReference[] = []
  for (const reference of object.metadata.ownerReferences ?? []) {
    const owner = findOwner(store, object, reference)
    if (owner === 'unresolvable') solid.push(reference)
    else if (owner === undefined) dangling.push(reference)
    else (isDyingInForeground(owner) ? waiting : solid).push(reference)
  }
  return { solid, dangling, waiting }
}

const findOwner = (
  store: Store,
  object: KubeObject,
  reference: OwnerReference,
): KubeObject | 'unresolvable' | undefined => {
  const kind = store.kind(reference.apiVersion, reference.kind)
  const namespace = object.metadata.namespace
  if (kind === undefined || (kind.namespaced && namespace === undefined)) return 'unresolvable'
  const { apiVersion, name } = reference
  const ref = {
    apiVersion,
    kind: kind.kind,
    name,
    ...(kind.namespaced && namespace !== undefined ? { namespace } : {}),
  }
  const found = store.get(ref)
  return found._tag === 'Right' && found.right.metadata.uid === reference.uid ? found.right : undefined
}
