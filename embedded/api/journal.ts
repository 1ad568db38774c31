import type { KubeObject } from '../../api/kubernetes/object'

/** One write, in order. All of them, or one `PUT` for each living object, bring a store back. */
export interface JournalEntry {
  readonly type: 'PUT' | 'DELETE'
  /** The whole object; of a deleted one its last state with the version of its end. */
  readonly object: KubeObject
}
