import type { KindName } from '../kinds'
import type { Problems } from './problem'

/** The rules of one kind beyond its schema. */
export interface KindRules<A> {
  /** Run at admission, and again by the hooks on what is stored. */
  readonly shared: (object: A) => Problems
  /** Run at admission only: objects stored before a rule existed keep working. */
  readonly admission: (change: Change<A>) => Problems
  /** What is admitted and yet probably not meant. */
  readonly warnings: (change: Change<A>) => ReadonlyArray<string>
}

export interface Change<A> {
  readonly object: A
  /** Absent at creation. */
  readonly old?: A
  readonly surroundings: Surroundings
}

/** Other objects that a rule may look at. What is not known is not checked. */
export interface Surroundings {
  readonly find: (ref: { readonly kind: KindName; readonly namespace?: string; readonly name: string }) => unknown
  /** The SnapshotPolicies that may use a repository; absent: not known. Asked only when a history is at stake. */
  readonly policies?: () => ReadonlyArray<unknown>
  /** Labels of a namespace; undefined: not known. Who must know and cannot read them answers with none. */
  readonly namespaceLabels?: (name: string) => { readonly [key: string]: string } | undefined
}

export const NO_SURROUNDINGS: Surroundings = { find: () => undefined }
