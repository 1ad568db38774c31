import type { Instant } from '../../core/time/instant'

/** One delete batch Job as it is observed. */
export interface Batch {
  readonly name: string
  readonly uid: string
  readonly members: ReadonlySet<string>
  /** `Ending`: being deleted; its members are neither free nor done. */
  readonly state: 'Live' | 'Succeeded' | 'Failed' | 'Ending'
  readonly endedAt?: Instant
}

export const BATCH_SIZE = 200
export const QUIET_WINDOW_MS = 10_000
/** A failed batch rests this long before its members are tried again. */
export const FAILED_REST_MS = 60_000
