import type { Cluster, ImageArchive } from '../provider/provider'

export interface RunningEngine {
  readonly version: string
  /** Ends it at once, as a crash does, and lets its own restart policy bring it back. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** What asks the hooks: the real Metacontroller, or the double on the real API server. */
export interface Engine {
  readonly name: 'metacontroller' | 'double'
  /** Images it needs in the cluster, known before the cluster starts. */
  readonly images: () => Promise<ReadonlyArray<ImageArchive>>
  /** Installs what the controller objects need to exist, their kinds first. */
  readonly start: (cluster: Cluster) => Promise<RunningEngine>
}
