import type { LabelSelector } from '../api/kubernetes/client'
import type { KubeObject, ObjectRef } from '../api/kubernetes/object'

/** One live read a hook asks for; always a quorum read. */
export type Need =
  | { readonly _tag: 'Get'; readonly ref: ObjectRef }
  | {
      readonly _tag: 'List'
      readonly apiVersion: string
      readonly kind: string
      /** Absent: all namespaces. */
      readonly namespace?: string
      readonly labelSelector: LabelSelector
    }

/** What came of it. 404 and 403 are values; any other failure ends the call as a 503 before anything is decided. */
export type ReadOutcome =
  | { readonly _tag: 'Found'; readonly object: KubeObject }
  | { readonly _tag: 'Missing' }
  | { readonly _tag: 'Forbidden'; readonly message: string }
  | { readonly _tag: 'Listed'; readonly items: ReadonlyArray<KubeObject> }

/** All reads so far by `needKey`. */
export type Reads = ReadonlyMap<string, ReadOutcome>

/** A stable text for one need: equal needs are read once. */
export const needKey = (need: Need): string => {
  switch (need._tag) {
    case 'Get':
      return ['get', need.ref.apiVersion, need.ref.kind, need.ref.namespace ?? '', need.ref.name].join(' ')
    case 'List':
      return ['list', need.apiVersion, need.kind, need.namespace ?? '', selectorKey(need.labelSelector)].join(' ')
  }
}

const selectorKey = (selector: LabelSelector): string =>
  JSON.stringify([
    Object.entries(selector.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
    selector.matchExpressions ?? [],
  ])

export const getNeed = (ref: ObjectRef): Need => ({ _tag: 'Get', ref })
