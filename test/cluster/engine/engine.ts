import type { Cluster, ImageArchive } from '../provider/provider'

export interface RunningEngine {
  readonly version: string
  /** Takes the product's manifests: what it serves itself, and the rest into the cluster. */
  readonly apply: (manifests: string) => Promise<void>
  /** Ends it at once, as a crash does, and lets its own restart policy bring it back. */
  readonly kill: () => Promise<void>
  /** Ends what of it runs in this process; what runs in the cluster goes with the cluster. */
  readonly close: () => void
  /** What it has to say of its latest work, for a person who looks into a failure. */
  readonly log: () => Promise<string>
}

/** What asks the hooks: the real Metacontroller, or the double on the real API server. */
export interface Engine {
  readonly name: 'metacontroller' | 'double'
  /** Images it needs in the cluster, known before the cluster starts. */
  readonly images: () => Promise<ReadonlyArray<ImageArchive>>
  /** Installs what the product's manifests need to exist. */
  readonly start: (cluster: Cluster) => Promise<RunningEngine>
}
