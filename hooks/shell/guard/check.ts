import type { KubeObject } from '../../../api/kubernetes/object'
import { kindKey, type ObjectMap } from '../../../api/metacontroller/sync'
import type { ChildDecision, Controller, Decision } from '../../hook'

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

/** A check of children whose identities can be read, worked out once for all of them. */
export type ChildCheck = (call: GuardedCall, children: ReadonlyArray<IdentifiedChild>) => ReadonlyArray<string>

export interface IdentifiedChild {
  readonly decided: ChildDecision
  /** Keys in `observed`. */
  readonly kind: string
  readonly name: string
  readonly observed: KubeObject | undefined
}

export const identified = (call: GuardedCall, decided: ChildDecision): IdentifiedChild => {
  const key = childKey(call.parent, decided.object)
  return { decided, ...key, observed: call.observed[key.kind]?.[key.name] }
}

/** Keys of one child in `observed`; a child without a namespace lies in that of its parent. */
const childKey = (parent: KubeObject, child: KubeObject): { readonly kind: string; readonly name: string } => {
  const namespace = child.metadata.namespace ?? parent.metadata.namespace
  return {
    kind: kindKey(child.apiVersion, child.kind),
    name: namespace === undefined ? child.metadata.name : `${namespace}/${child.metadata.name}`,
  }
}

/** `Job.batch/v1 team-a/backup-1`, for messages. */
export const textOf = ({ kind, name }: Pick<IdentifiedChild, 'kind' | 'name'>): string => `${kind} ${name}`

export const childText = (call: GuardedCall, child: KubeObject): string => textOf(childKey(call.parent, child))
