import type { KubeObject } from '../../api/kubernetes/object'
import { refOf } from '../api/kind-definition'
import type { Store } from '../api/store'
import type { Clock } from '../clock/clock'
import { AGAIN_MS, attempt } from './attempt'
import { isDying } from './owners'

export interface NamespaceControllerOptions {
  readonly store: Store
  readonly clock: Clock
  /** Milliseconds from a change to the reaction on it. */
  readonly delay: () => number
}

const isNamespace = (object: KubeObject): boolean => object.kind === 'Namespace' && object.apiVersion === 'v1'

/** Empties dying namespaces and ends them when the last object in them is gone. Returns the stop. */
export const startNamespaceController = (options: NamespaceControllerOptions): (() => void) => {
  const { store, clock } = options
  const pending = new Map<string, () => void>()
  const enqueue = (name: string, delay = options.delay()): void => {
    if (pending.has(name)) return
    const run = (): void => {
      pending.delete(name)
      attempt(
        () => finalize(store, name),
        () => enqueue(name, AGAIN_MS),
      )
    }
    pending.set(name, clock.schedule(clock.now() + delay, run))
  }
  for (const object of store.all()) if (isNamespace(object) && isDying(object)) enqueue(object.metadata.name)
  const unlisten = store.listen(({ type, object }) => {
    const { namespace, name } = object.metadata
    if (isNamespace(object) && type !== 'DELETED' && isDying(object)) enqueue(name)
    else if (type === 'DELETED' && namespace !== undefined && findDying(store, namespace)) enqueue(namespace)
  })
  return () => {
    unlisten()
    for (const cancel of pending.values()) cancel()
  }
}

const findDying = (store: Store, name: string): KubeObject | undefined => {
  const found = store.get({ apiVersion: 'v1', kind: 'Namespace', name })
  return found._tag === 'Right' && isDying(found.right) ? found.right : undefined
}

const finalize = (store: Store, name: string): void => {
  const namespace = findDying(store, name)
  if (namespace === undefined) return
  const content = contentOf(store, name)
  for (const object of content) {
    if (!isDying(object))
      store.remove(refOf(object), { propagationPolicy: 'Background', uid: object.metadata.uid ?? '' })
  }
  if (contentOf(store, name).length === 0) store.expunge(namespace)
}

const contentOf = (store: Store, namespace: string): ReadonlyArray<KubeObject> =>
  store.kinds().flatMap(({ apiVersion, kind, namespaced }) => {
    const found = namespaced ? store.list({ apiVersion, kind, namespace }) : undefined
    return found?._tag === 'Right' ? found.right.items : []
  })
