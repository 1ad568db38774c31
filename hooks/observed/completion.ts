import * as t from 'io-ts'
import type { JsonObject } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { snapshot } from '../../api/kinds/snapshot'

export type Result = 'succeeded' | 'failed' | 'unchanged'

/** A run that has just ended. */
export interface Completion {
  readonly result: Result
  readonly namespace: string
  /** Empty for a Snapshot without one. */
  readonly policy: string
}

/** What an answer ends: the Snapshot it speaks of was under way until now. */
export const completionOf = (parent: KubeObject, status: JsonObject | undefined): Completion | undefined => {
  const result = resultOf(status?.['phase'])
  // Most calls are about Snapshots that ended long ago; those are not decoded once more.
  if (result === undefined || !isUnderWay(parent)) return undefined
  return snapshot.is(parent)
    ? { result, namespace: parent.metadata.namespace ?? '', policy: parent.spec.policyRef?.name ?? '' }
    : undefined
}

const phased = t.partial({ status: t.partial({ phase: t.string }) })

const isUnderWay = (parent: KubeObject): boolean => {
  const phase = phased.is(parent) ? parent.status?.phase : 'unknown'
  return phase === undefined || phase === 'Pending' || phase === 'Running'
}

const resultOf = (phase: unknown): Result | undefined => {
  switch (phase) {
    case 'Succeeded':
      return 'succeeded'
    case 'Failed':
      return 'failed'
    case 'Unchanged':
      return 'unchanged'
    default:
      return undefined
  }
}
