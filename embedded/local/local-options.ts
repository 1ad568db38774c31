import type { CallReport } from '../../hooks/shell/call-report'
import type { LocalLog } from './local-log'

export interface LocalOptions {
  /** The state folder. */
  readonly folder: string
  /** Folder with `crds`, `composite-controllers` and `decorator-controllers`. */
  readonly root: string
  /** Command of the mover. */
  readonly mover: ReadonlyArray<string>
  /** Variables that every mover gets beside its own. */
  readonly environment: { readonly [name: string]: string }
  readonly log: LocalLog
  readonly report?: (report: CallReport) => void
  /** Delay before the second attempt of a Job; 10 s if absent. */
  readonly backoffMs?: number
  /** Size of the journal above which it is rewritten; 16 MiB if absent. */
  readonly journalBytes?: number
  /** Mover processes at once; 4 if absent. */
  readonly maxRunning?: number
}
