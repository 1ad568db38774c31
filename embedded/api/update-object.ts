import * as E from 'fp-ts/Either'
import type { KubeError } from '../../api/kubernetes/client'
import type { JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { mistakes, shape, specChanged } from './admit'
import { canonical, equalJson } from './canonical'
import { finalizerUpdateErrors } from './finalizer-rules'
import type { KindDefinition } from './kind-definition'
import { badRequest, invalidObject, modified, notFound, preconditionFailed, versionMissing } from './kube-errors'
import { mergeMetadata, metadataTypeError } from './metadata'
import { commit, expunge, isError, kindOf, type StoreContext } from './store-context'

interface Target {
  readonly kind: KindDefinition
  readonly old: KubeObject
}

/** PUT of the object; status is taken only where the kind has no subresource for it. */
export const updateObject = (context: StoreContext, input: KubeObject): E.Either<KubeError, KubeObject> => {
  const target = findTarget(context, input)
  if (isError(target)) return E.left(target)
  const refusal = preconditionRefusal(target, input)
  return refusal === undefined ? replace(context, target, input) : E.left(refusal)
}

/** PUT of the status subresource. */
export const updateObjectStatus = (context: StoreContext, input: KubeObject): E.Either<KubeError, KubeObject> => {
  const target = findTarget(context, input)
  if (isError(target)) return E.left(target)
  if (!target.kind.statusSubresource) return E.left(notFound(target.kind, input.metadata.name))
  const refusal = preconditionRefusal(target, input)
  return refusal === undefined ? replaceStatus(context, target, input) : E.left(refusal)
}

const findTarget = (context: StoreContext, input: KubeObject): Target | KubeError => {
  const kind = kindOf(context, input)
  if (isError(kind)) return kind
  const namespace = kind.namespaced ? input.metadata.namespace : undefined
  const old = context.tables.get(kind, namespace, input.metadata.name)
  return old === undefined ? notFound(kind, input.metadata.name) : { kind, old }
}

const preconditionRefusal = ({ kind, old }: Target, input: KubeObject): KubeError | undefined => {
  const { uid, resourceVersion, name } = input.metadata
  const wrong = metadataTypeError(input.metadata)
  if (wrong !== undefined) return badRequest(wrong)
  if (uid !== undefined && uid !== old.metadata.uid)
    return preconditionFailed(kind, name, { field: 'UID', wanted: uid, found: old.metadata.uid ?? '' })
  if (resourceVersion === undefined || resourceVersion === '')
    return kind.conditionalUpdate ? versionMissing(kind, name) : undefined
  return resourceVersion === old.metadata.resourceVersion ? undefined : modified(kind, name)
}

/** Replaces everything but status. The last finalizer taken off a dying object ends it. */
export const replace = (context: StoreContext, target: Target, input: KubeObject): E.Either<KubeError, KubeObject> => {
  const { kind, old } = target
  const written = canonical(input) as unknown as KubeObject
  const shaped = shape(kind, { ...keepStatus(kind, written, old), metadata: nextMetadata(written, old) })
  const next = specChanged(kind, shaped, old) ? nextGeneration(kind, shaped) : shaped
  if (equalJson(next, old)) return E.right(old)
  const found = [...finalizerUpdateErrors(next.metadata, old.metadata), ...mistakes(kind, next, old)]
  if (found.length > 0) return E.left(invalidObject(kind, old.metadata.name, found))
  if (!isFinished(next)) return E.right(commit(context, kind, next, old))
  expunge(context, kind, old)
  return E.right(next)
}

export const replaceStatus = (
  context: StoreContext,
  { kind, old }: Target,
  input: KubeObject,
): E.Either<KubeError, KubeObject> => {
  const written = canonical(input) as unknown as KubeObject
  const { status: _status, ...rest } = old as unknown as JsonObject
  const status = written['status'] as JsonObject | null | undefined
  const whole = status === undefined || status === null ? rest : { ...rest, status }
  const next = shape(kind, canonical(whole) as unknown as KubeObject)
  if (equalJson(next, old)) return E.right(old)
  const found = mistakes(kind, next, old)
  if (found.length > 0) return E.left(invalidObject(kind, old.metadata.name, found))
  return E.right(commit(context, kind, next, old))
}

const keepStatus = (kind: KindDefinition, written: KubeObject, old: KubeObject): KubeObject => {
  if (!kind.statusSubresource || written['status'] === old['status']) return written
  const { status: _status, ...rest } = written as unknown as JsonObject
  const kept = old['status'] === undefined ? rest : { ...rest, status: old['status'] as JsonObject }
  return canonical(kept) as unknown as KubeObject
}

const nextMetadata = (written: KubeObject, old: KubeObject): KubeObject['metadata'] => {
  const { managedFields, namespace, name } = old.metadata as unknown as JsonObject
  const { managedFields: _noise, ...rest } = written.metadata as unknown as JsonObject
  const identity = {
    ...rest,
    name: name!,
    ...(namespace === undefined ? {} : { namespace }),
    ...(managedFields === undefined ? {} : { managedFields }),
  }
  return mergeMetadata(identity, old.metadata as unknown as JsonObject)
}

const nextGeneration = (kind: KindDefinition, object: KubeObject): KubeObject =>
  kind.generation
    ? { ...object, metadata: { ...object.metadata, generation: (object.metadata.generation ?? 0) + 1 } }
    : object

/** A namespace is ended by its controller, when its content is gone. */
const isFinished = (object: KubeObject): boolean =>
  object.metadata.deletionTimestamp !== undefined &&
  (object.metadata.finalizers ?? []).length === 0 &&
  !(object.kind === 'Namespace' && object.apiVersion === 'v1')
