import type { KubeObject, OwnerReference } from '../../api/kubernetes/object'
import { keyOf, objectKey } from '../api/kind-definition'

export const controllerOf = (object: KubeObject): OwnerReference | undefined =>
  object.metadata.ownerReferences?.find((owner) => owner.controller === true)

/** What an informer has seen so far, with the objects of each controller owner and the ownerless ones at hand. */
export class ObjectCache {
  private readonly objects = new Map<string, KubeObject>()
  private readonly owned = new Map<string, Map<string, KubeObject>>()
  private readonly orphans = new Map<string, KubeObject>()

  get(namespace: string | undefined, name: string): KubeObject | undefined {
    return this.objects.get(objectKey(namespace, name))
  }

  list(namespace?: string): ReadonlyArray<KubeObject> {
    return inNamespace(this.objects.values(), namespace)
  }

  ownedBy(uid: string, namespace?: string): ReadonlyArray<KubeObject> {
    return inNamespace(this.owned.get(uid)?.values() ?? [], namespace)
  }

  ownerless(namespace?: string): ReadonlyArray<KubeObject> {
    return inNamespace(this.orphans.values(), namespace)
  }

  /** Returns what was there before. */
  put(object: KubeObject): KubeObject | undefined {
    const key = keyOf(object)
    const old = this.objects.get(key)
    if (old !== undefined) this.unindex(key, old)
    this.objects.set(key, object)
    const owner = controllerOf(object)
    if (owner === undefined) this.orphans.set(key, object)
    else this.owned.set(owner.uid, (this.owned.get(owner.uid) ?? new Map<string, KubeObject>()).set(key, object))
    return old
  }

  delete(object: KubeObject): KubeObject | undefined {
    const key = keyOf(object)
    const old = this.objects.get(key)
    if (old !== undefined) this.unindex(key, old)
    this.objects.delete(key)
    return old
  }

  private unindex(key: string, object: KubeObject): void {
    const owner = controllerOf(object)
    if (owner === undefined) this.orphans.delete(key)
    else this.owned.get(owner.uid)?.delete(key)
  }
}

const inNamespace = (objects: Iterable<KubeObject>, namespace?: string): ReadonlyArray<KubeObject> => {
  const all = [...objects]
  return namespace === undefined ? all : all.filter(({ metadata }) => metadata.namespace === namespace)
}
