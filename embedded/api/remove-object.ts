import * as E from 'fp-ts/Either'
import type { KubeError, RemoveOptions } from '../../api/kubernetes/client'
import type { JsonObject } from '../../api/kubernetes/json'
import type { KubeObject, ObjectRef } from '../../api/kubernetes/object'
import { canonical } from './canonical'
import type { KindDefinition } from './kind-definition'
import { modified, notFound, preconditionFailed } from './kube-errors'
import { mergeMetadata } from './metadata'
import { commit, expunge, isError, kindOf, timestamp, type StoreContext } from './store-context'

export const FOREGROUND_FINALIZER = 'foregroundDeletion'
export const ORPHAN_FINALIZER = 'orphan'

/** DELETE. With finalizers left the object stays, marked as dying; without it is gone at once. */
export const removeObject = (
  context: StoreContext,
  ref: ObjectRef,
  options: RemoveOptions,
): E.Either<KubeError, void> => {
  const kind = kindOf(context, ref)
  if (isError(kind)) return E.left(kind)
  const old = context.tables.get(kind, kind.namespaced ? ref.namespace : undefined, ref.name)
  if (old === undefined) return E.left(notFound(kind, ref.name))
  const refusal = preconditionRefusal(kind, old, options)
  if (refusal !== undefined) return E.left(refusal)
  const finalizers = finalizersFor(kind, old, options)
  if (finalizers.length === 0 && !isNamespace(old)) expunge(context, kind, old)
  else markDying(context, kind, old, finalizers)
  return E.right(undefined)
}

const preconditionRefusal = (kind: KindDefinition, old: KubeObject, options: RemoveOptions): KubeError | undefined => {
  const { name, uid, resourceVersion } = old.metadata
  if (options.uid !== undefined && options.uid !== uid)
    return preconditionFailed(kind, name, { field: 'UID', wanted: options.uid, found: uid ?? '' })
  return options.resourceVersion === undefined || options.resourceVersion === resourceVersion
    ? undefined
    : modified(kind, name)
}

/** The garbage collector's finalizers follow the propagation policy; without one those already there are left. */
const finalizersFor = (kind: KindDefinition, old: KubeObject, options: RemoveOptions): ReadonlyArray<string> => {
  const present = old.metadata.finalizers ?? []
  const marked = present.includes(FOREGROUND_FINALIZER) || present.includes(ORPHAN_FINALIZER)
  const policy = options.propagationPolicy ?? (marked ? undefined : kind.defaultPropagation)
  if (policy === undefined) return present
  const others = present.filter((finalizer) => finalizer !== FOREGROUND_FINALIZER && finalizer !== ORPHAN_FINALIZER)
  switch (policy) {
    case 'Foreground':
      return [...others, FOREGROUND_FINALIZER]
    case 'Orphan':
      return [...others, ORPHAN_FINALIZER]
    case 'Background':
      return others
  }
}

const isNamespace = (object: KubeObject): boolean => object.kind === 'Namespace' && object.apiVersion === 'v1'

const markDying = (
  context: StoreContext,
  kind: KindDefinition,
  old: KubeObject,
  finalizers: ReadonlyArray<string>,
): void => {
  const dying = old.metadata.deletionTimestamp !== undefined
  const unchanged = (old.metadata.finalizers ?? []).join(' ') === finalizers.join(' ')
  if (dying && unchanged) return
  const { generation } = old.metadata
  const system = {
    ...(old.metadata as unknown as JsonObject),
    ...(dying || isNamespace(old) ? {} : { deletionGracePeriodSeconds: 0 }),
    ...(dying ? {} : { deletionTimestamp: timestamp(context) }),
    ...(dying || generation === undefined ? {} : { generation: generation + 1 }),
  }
  const metadata = mergeMetadata({ ...(old.metadata as unknown as JsonObject), finalizers: [...finalizers] }, system)
  const next = { ...old, metadata, ...(isNamespace(old) ? { status: { phase: 'Terminating' } } : {}) }
  commit(context, kind, canonical(next) as unknown as KubeObject, old)
}
