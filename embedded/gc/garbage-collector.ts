import type { JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { refOf } from '../api/kind-definition'
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../api/remove-object'
import type { Store } from '../api/store'
import type { Change } from '../api/watch-hub'
import type { Clock } from '../clock/clock'
import { AGAIN_MS, attempt } from './attempt'
import { classifyOwners, hasFinalizer, isDying, isDyingInForeground } from './owners'

export interface GarbageCollectorOptions {
  readonly store: Store
  readonly clock: Clock
  /** Milliseconds from a change to the reaction on it. */
  readonly delay: () => number
}

/**
 * Collects what lost its owners, as kube-controller-manager does: background, foreground (dependents that block go
 * first, then the owner's finalizer) and orphan deletion. Returns the stop.
 */
export const startGarbageCollector = (options: GarbageCollectorOptions): (() => void) => {
  const { store, clock } = options
  const pending = new Map<string, () => void>()
  const enqueue = (uid: string | undefined, delay = options.delay()): void => {
    if (uid === undefined || pending.has(uid)) return
    const run = (): void => {
      pending.delete(uid)
      attempt(
        () => attend(store, uid),
        () => enqueue(uid, AGAIN_MS),
      )
    }
    pending.set(uid, clock.schedule(clock.now() + delay, run))
  }
  for (const object of store.all()) if (concerns(object)) enqueue(object.metadata.uid)
  const unlisten = store.listen((change) => affected(store, change).forEach((uid) => enqueue(uid)))
  return () => {
    unlisten()
    for (const cancel of pending.values()) cancel()
  }
}

const concerns = (object: KubeObject): boolean =>
  (object.metadata.ownerReferences ?? []).length > 0 ||
  isDyingInForeground(object) ||
  hasFinalizer(object, ORPHAN_FINALIZER)

const affected = (store: Store, { type, object, before }: Change): ReadonlyArray<string | undefined> => {
  const owners = [...(object.metadata.ownerReferences ?? []), ...(before?.metadata.ownerReferences ?? [])]
  const waiting = owners.filter(({ uid }) => isWaiting(store, uid)).map(({ uid }) => uid)
  if (type === 'DELETED') {
    const dependents = store.dependentsOf(object.metadata.uid ?? '')
    return [...waiting, ...dependents.map(({ metadata }) => metadata.uid)]
  }
  const same =
    before !== undefined &&
    before.metadata.ownerReferences === object.metadata.ownerReferences &&
    before.metadata.finalizers === object.metadata.finalizers &&
    isDying(before) === isDying(object)
  return same || !concerns(object) ? waiting : [...waiting, object.metadata.uid]
}

const isWaiting = (store: Store, uid: string): boolean => {
  const owner = store.byUid(uid)
  return owner !== undefined && isDyingInForeground(owner)
}

const attend = (store: Store, uid: string): void => {
  const object = store.byUid(uid)
  if (object === undefined) return
  if (isDying(object) && hasFinalizer(object, ORPHAN_FINALIZER)) return orphanDependents(store, object)
  if (isDyingInForeground(object)) return deleteDependents(store, object)
  if (!isDying(object)) collect(store, object)
}

const orphanDependents = (store: Store, owner: KubeObject): void => {
  for (const dependent of store.dependentsOf(owner.metadata.uid ?? ''))
    dropOwners(store, dependent, [owner.metadata.uid ?? ''])
  dropFinalizer(store, owner, ORPHAN_FINALIZER)
}

const deleteDependents = (store: Store, owner: KubeObject): void => {
  const uid = owner.metadata.uid ?? ''
  const blocking = store
    .dependentsOf(uid)
    .filter(({ metadata }) =>
      metadata.ownerReferences?.some((ref) => ref.uid === uid && ref.blockOwnerDeletion === true),
    )
  if (blocking.length === 0) return dropFinalizer(store, owner, FOREGROUND_FINALIZER)
  for (const dependent of blocking) if (!isDying(dependent)) collect(store, dependent)
}

/** Deletes an object all of whose owners are gone or wait for it; takes off such owners where another one is solid. */
const collect = (store: Store, object: KubeObject): void => {
  const { solid, dangling, waiting } = classifyOwners(store, object)
  const lost = [...dangling, ...waiting]
  if (lost.length === 0) return
  if (solid.length > 0) {
    return dropOwners(
      store,
      object,
      lost.map(({ uid }) => uid),
    )
  }
  const hasDependents = store.dependentsOf(object.metadata.uid ?? '').length > 0
  const propagationPolicy = waiting.length > 0 && hasDependents ? 'Foreground' : 'Background'
  store.remove(refOf(object), { propagationPolicy, uid: object.metadata.uid ?? '' })
}

const dropOwners = (store: Store, object: KubeObject, uids: ReadonlyArray<string>): void => {
  const kept = (object.metadata.ownerReferences ?? []).filter(({ uid }) => !uids.includes(uid))
  patchMetadata(store, object, { ownerReferences: kept.length === 0 ? null : (kept as unknown as JsonObject[]) })
}

const dropFinalizer = (store: Store, object: KubeObject, finalizer: string): void => {
  patchMetadata(store, object, { finalizers: (object.metadata.finalizers ?? []).filter((name) => name !== finalizer) })
}

const patchMetadata = (store: Store, object: KubeObject, metadata: JsonObject): void => {
  store.patch(refOf(object), { type: 'merge', body: { metadata: { ...metadata, uid: object.metadata.uid ?? '' } } })
}
