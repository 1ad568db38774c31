import type { Stage } from '../stage/stage'
import type { World } from '../world'

/** A story about the install itself. It plays in a namespace of its own and may change the cluster, but puts it back. */
export interface InstallationScenario {
  readonly name: string
  /** The engine it needs: only the real one is installed as objects of the cluster. */
  readonly only?: 'metacontroller'
  readonly play: (world: World, stage: Stage) => Promise<void>
  /** Limit in seconds; 300 when absent. */
  readonly limitSeconds?: number
}
