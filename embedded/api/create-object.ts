import * as E from 'fp-ts/Either'
import type { KubeError } from '../../api/kubernetes/client'
import type { JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { mistakes, shape } from './admit'
import { canonical } from './canonical'
import type { KindDefinition } from './kind-definition'
import {
  alreadyExists,
  badRequest,
  invalidObject,
  namespaceNotFound,
  terminating,
  versionedCreation,
} from './kube-errors'
import { mergeMetadata, metadataTypeError } from './metadata'
import { required } from './schema/field-error'
import { commit, isError, kindOf, timestamp, type StoreContext } from './store-context'

/** POST. */
export const createObject = (context: StoreContext, input: KubeObject): E.Either<KubeError, KubeObject> => {
  const kind = kindOf(context, input)
  if (isError(kind)) return E.left(kind)
  const object = canonical(input) as unknown as KubeObject
  const refusal = metadataRefusal(kind, object) ?? namespaceRefusal(context, kind, object)
  if (refusal !== undefined) return E.left(refusal)
  const named = withName(context, object)
  const fresh = { ...withoutStatus(kind, named), metadata: birthMetadata(context, kind, named) }
  const shaped = shape(kind, fresh)
  const found = mistakes(kind, shaped)
  if (found.length > 0) return E.left(invalidObject(kind, shaped.metadata.name, found))
  const present = context.tables.get(kind, shaped.metadata.namespace, shaped.metadata.name)
  if (present !== undefined) return E.left(alreadyExists(kind, present))
  return E.right(commit(context, kind, shaped))
}

const metadataRefusal = (kind: KindDefinition, object: KubeObject): KubeError | undefined => {
  const wrong = metadataTypeError(object.metadata)
  if (wrong !== undefined)
    return badRequest(
      `${object.kind} in version "${kind.apiVersion.split('/').at(-1)}" cannot be handled as a ${object.kind}: ${wrong}`,
    )
  if (object.metadata.resourceVersion) return versionedCreation
  const { name, generateName } = object.metadata as { name?: string; generateName?: string }
  if (!name && !generateName)
    return invalidObject(kind, '', [
      { ...required('metadata.name'), detail: 'Required value: name or generateName is required' },
    ])
  if (kind.namespaced && !object.metadata.namespace)
    return badRequest('an empty namespace may not be set during creation')
  return undefined
}

const namespaceRefusal = (context: StoreContext, kind: KindDefinition, object: KubeObject): KubeError | undefined => {
  const name = object.metadata.namespace
  if (!kind.namespaced || name === undefined) return undefined
  const namespace = context.tables.get(namespaceKind(context), undefined, name)
  if (namespace === undefined) return namespaceNotFound(name)
  return namespace.metadata.deletionTimestamp === undefined ? undefined : terminating(kind, object.metadata.name, name)
}

const namespaceKind = (context: StoreContext): KindDefinition => {
  const kind = context.tables.kind('v1', 'Namespace')
  if (kind === undefined) throw new Error('the kind Namespace is not defined')
  return kind
}

const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

const withName = (context: StoreContext, object: KubeObject): KubeObject => {
  if (object.metadata.name) return object
  const prefix = String((object.metadata as { generateName?: string }).generateName)
  const letter = (): string => SUFFIX_LETTERS[context.random.integer(0, SUFFIX_LETTERS.length - 1)] ?? 'x'
  const name = prefix.slice(0, 248) + Array.from({ length: 5 }, letter).join('')
  return { ...object, metadata: { ...object.metadata, name } }
}

const withoutStatus = (kind: KindDefinition, object: KubeObject): KubeObject => {
  if (!kind.statusSubresource || object['status'] === undefined) return object
  const { status: _status, ...rest } = object as unknown as JsonObject
  return rest as unknown as KubeObject
}

const birthMetadata = (context: StoreContext, kind: KindDefinition, object: KubeObject): KubeObject['metadata'] => {
  const { namespace, ...written } = object.metadata as unknown as JsonObject
  return mergeMetadata(kind.namespaced && namespace !== undefined ? { ...written, namespace } : written, {
    creationTimestamp: timestamp(context),
    // the place of the version in the order of keys; the commit fills it
    resourceVersion: '0',
    uid: context.random.uuid(),
    ...(kind.generation ? { generation: 1 } : {}),
  })
}
