import { kubeObject, type KubeObject } from '../../api/kubernetes/object'
import type { ObjectMap } from '../../api/metacontroller/sync'
import type { Controller } from '../hook'
import type { HookName, ParentFacts } from './call-report'

/** What the shell itself must know of a request: its parent, and the children the guard holds the answer against. */
export interface RequestFacts {
  readonly parent: KubeObject
  readonly observed: ObjectMap
}

/** Undefined when the body is no call of this controller type. Only shapes are checked; the hook decodes the rest. */
export const requestFacts = (type: Controller['type'], hook: HookName, body: unknown): RequestFacts | undefined => {
  if (!isRecord(body)) return undefined
  const parent = type === 'decorator' && hook !== 'customize' ? body['object'] : body['parent']
  const observed = hook === 'customize' ? {} : body[type === 'decorator' ? 'attachments' : 'children']
  return kubeObject.is(parent) && isObjectMap(observed) ? { parent, observed } : undefined
}

export const parentFacts = ({ apiVersion, kind, metadata }: KubeObject): ParentFacts => ({
  apiVersion,
  kind,
  name: metadata.name,
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
  ...(metadata.generation === undefined ? {} : { generation: metadata.generation }),
  ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
})

const isRecord = (u: unknown): u is { readonly [key: string]: unknown } =>
  typeof u === 'object' && u !== null && !Array.isArray(u)

const isObjectMap = (u: unknown): u is ObjectMap =>
  isRecord(u) &&
  Object.values(u).every((children) => isRecord(children) && Object.values(children).every(kubeObject.is))
