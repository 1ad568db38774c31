import type { Instant } from '../core/time/instant'
import type { ReadOutcome } from '../need'
import type { Settings } from '../settings'

/** A complete bug report: posted again with these reads and this clock, it gives the same bytes. */
export interface Recording {
  readonly now: Instant
  readonly route: string
  readonly settings: Settings
  readonly reads: ReadonlyArray<{ readonly key: string; readonly outcome: ReadOutcome }>
  readonly request: unknown
}
