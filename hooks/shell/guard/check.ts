import type { KubeObject } from '../../../api/kubernetes/object'
import { kindKey, type ObjectMap } from '../../../api/metacontroller/sync'
import type { Controller, Decision } from '../../hook'

/** What was asked: the facts a decision is held against. */
export interface GuardedCall {
  readonly type: Controller['type']
  readonly hook: 'sync' | 'finalize'
  readonly parent: KubeObject
  /** Children of a composite, attachments of a decorator; every declared kind has a key. */
  readonly observed: ObjectMap
}

/** Names every breach; empty when the decision may leave the service. */
export type Check = (call: GuardedCall, decision: Decision) => ReadonlyArray<string>

/** Keys of one child in `observed`; a child without a namespace lies in that of its parent. */
export const childKey = (parent: KubeObject, child: KubeObject): { readonly kind: string; readonly name: string } => {
  const namespace = child.metadata.namespace ?? parent.metadata.namespace
  return {
    kind: kindKey(child.apiVersion, child.kind),
    name: namespace === undefined ? child.metadata.name : `${namespace}/${child.metadata.name}`,
  }
}

export const observedChild = (call: GuardedCall, child: KubeObject): KubeObject | undefined => {
  const key = childKey(call.parent, child)
  return call.observed[key.kind]?.[key.name]
}

/** `Job.batch/v1 team-a/backup-1`, for messages. */
export const childText = (call: GuardedCall, child: KubeObject): string => {
  const key = childKey(call.parent, child)
  return `${key.kind} ${key.name}`
}
