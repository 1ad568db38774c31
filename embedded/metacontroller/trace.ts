import type { HookAnswer, HookCall } from './hook-caller'

/** One call of a hook: enough to ask the same again. `failure` stands where there was no answer. */
export interface HookRecord {
  /** Milliseconds of the cluster's clock. */
  readonly at: number
  readonly path: string
  readonly call: HookCall
  readonly body: unknown
  readonly answer?: HookAnswer
  readonly failure?: string
}
