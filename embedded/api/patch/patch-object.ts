import * as E from 'fp-ts/Either'
import type { KubeError, KubePatch } from '../../../api/kubernetes/client'
import type { Json } from '../../../api/kubernetes/json'
import type { KubeObject, ObjectRef } from '../../../api/kubernetes/object'
import type { KindDefinition } from '../kind-definition'
import { badRequest, invalidObject, notFound } from '../kube-errors'
import { invalid } from '../schema/field-error'
import { isError, kindOf, type StoreContext } from '../store-context'
import { updateObject, updateObjectStatus } from '../update-object'
import { applyJsonPatch } from './json-patch'
import { applyMergePatch } from './merge-patch'

/** PATCH of the object or of its status. A UID or version in the patch is a precondition. */
export const patchObject = (
  context: StoreContext,
  ref: ObjectRef,
  patch: KubePatch,
): E.Either<KubeError, KubeObject> => {
  const kind = kindOf(context, ref)
  if (isError(kind)) return E.left(kind)
  const old = context.tables.get(kind, kind.namespaced ? ref.namespace : undefined, ref.name)
  if (old === undefined) return E.left(notFound(kind, ref.name))
  const patched = applyPatch(old as unknown as Json, patch)
  if (patched._tag === 'Left')
    return E.left({
      reason: 'Invalid',
      code: 422,
      message: `the server rejected our request due to an error in our request: ${patched.left}`,
    })
  const next = patched.right as unknown as KubeObject
  const refusal = identityRefusal(kind, old, next)
  if (refusal !== undefined) return E.left(refusal)
  return patch.subresource === 'status' ? updateObjectStatus(context, next) : updateObject(context, next)
}

/** A patch says which object it means; it cannot make another one of it. */
const identityRefusal = (kind: KindDefinition, old: KubeObject, next: KubeObject): KubeError | undefined => {
  const { name, uid } = next.metadata
  if (name !== old.metadata.name)
    return badRequest(`the name of the object (${name}) does not match the name on the URL (${old.metadata.name})`)
  return uid === old.metadata.uid || uid === undefined
    ? undefined
    : invalidObject(kind, name, [invalid('metadata.uid', uid, 'field is immutable')])
}

const applyPatch = (target: Json, patch: KubePatch): E.Either<string, Json> =>
  patch.type === 'merge' ? E.right(applyMergePatch(target, patch.body)) : applyJsonPatch(target, patch.body)
