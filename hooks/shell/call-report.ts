import type { Completion } from '../observed'

/** One line of the log and one count of the metrics for each call. Never a body. */
export interface CallReport {
  readonly controller: string
  readonly hook: HookName
  readonly code: number
  readonly parent?: ParentFacts
  /** Live reads done for the call. */
  readonly reads: number
  readonly effects: ReadonlyArray<string>
  readonly refusals: ReadonlyArray<string>
  readonly created: ReadonlyArray<string>
  readonly dropped: ReadonlyArray<string>
  /** The run that the answer ends. */
  readonly completed?: Completion
  /** Why the code is not 200. */
  readonly why?: string
  readonly milliseconds?: number
  readonly requestBytes?: number
  readonly answerBytes?: number
}

export type HookName = 'sync' | 'finalize' | 'customize'

export interface ParentFacts {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly uid?: string
  readonly generation?: number
  readonly resourceVersion?: string
}
