import type { WorkSpec } from '../api/mover/work-spec'
import type { Capabilities } from './capabilities'
import type { PathMap } from './path-map'
import type { ProgressSink } from './progress/progress-reporter'

/** Everything a step of an operation needs to call kopia. */
export type Session = {
  readonly capabilities: Capabilities
  readonly spec: WorkSpec
  /** Path of the kopia binary. */
  readonly kopia: string
  /** Complete environment of every kopia call. */
  readonly environment: Readonly<Record<string, string>>
  /** Environment of this process, for secrets that become files. */
  readonly secrets: Readonly<Record<string, string | undefined>>
  readonly folders: Folders
  readonly pathMap: PathMap
  readonly strikeOut: (text: string) => string
  readonly progress: ProgressSink
  readonly progressSeconds: number
}

export type Folders = {
  /** Private to this process; removed at its end. */
  readonly run: string
  /** kopia's cache of this repository; may outlive the process on a persistent volume. */
  readonly cache: string
}
