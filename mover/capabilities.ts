import type { Outcome, Progress } from '../api/mover/outcome'

/** One run of a program. The environment is complete: nothing is inherited. */
export type ProcessCall = {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly deadlineMs: number
  /** Receives each line of standard output; without it the output is gathered, up to `MAX_OUTPUT_BYTES`. */
  readonly onOutputLine?: (line: string) => void
  /** Receives each piece of standard error that ends in a carriage return or a newline. */
  readonly onErrorLine: (line: string) => void
}

export type ProcessEnd =
  | { readonly _tag: 'Exited'; readonly code: number }
  | { readonly _tag: 'Signalled'; readonly signal: string }
  | { readonly _tag: 'TimedOut' }
  | { readonly _tag: 'NotStarted'; readonly reason: string }

export type ProcessResult = {
  readonly end: ProcessEnd
  /** Gathered standard output; empty when lines were received one by one. */
  readonly output: string
}

/** Gathered output beyond this is cut: only line-wise reading is meant for more. */
export const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

export type Files = {
  /** Makes a folder and its parents, private to this user. */
  readonly makeFolder: (path: string) => Promise<void>
  /** Makes a new folder whose name starts with `prefix`. */
  readonly makeUniqueFolder: (prefix: string) => Promise<string>
  /** Writes a file that only this user can read. */
  readonly writePrivate: (path: string, content: string) => Promise<void>
  /** Names below a folder; empty when there is no such folder. */
  readonly list: (folder: string) => Promise<ReadonlyArray<string>>
  readonly readText: (path: string) => Promise<string | undefined>
  readonly modifiedAt: (path: string) => Promise<Date | undefined>
  readonly remove: (path: string) => Promise<void>
}

export type Reporter = {
  readonly outcome: (outcome: Outcome) => Promise<void>
  readonly progress: (progress: Progress) => Promise<void>
  /** What an earlier attempt of the same Job told last; nothing where none did. */
  readonly earlier: () => Promise<Progress | undefined>
}

export type Clock = {
  readonly now: () => Date
  /** Resolves after `ms`, or at once when the run is cancelled. */
  readonly sleep: (ms: number) => Promise<void>
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void

/** Everything the mover can do to the outside world. Tests hand in another record. */
export type Capabilities = {
  /** Never rejects. A cancelled mover forwards the signal to the process that runs. */
  readonly spawn: (call: ProcessCall) => Promise<ProcessResult>
  readonly files: Files
  readonly clock: Clock
  readonly log: Log
  /** True once this process was asked to stop. */
  readonly cancelled: () => boolean
  readonly reporter: (destination: ReportDestination) => Reporter
}

export type ReportDestination =
  { readonly folder: string } | { readonly job: { readonly namespace: string; readonly name: string } }
