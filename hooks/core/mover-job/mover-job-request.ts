import type { WorkSpec } from '../../../api/mover/work-spec'
import type { MoverSettings } from '../../settings'
import type { CredentialSecrets } from './credentials'
import type { MoverLayer, MoverPlacement, Opaque } from './mover-layer'
import type { MoverVolume } from './mover-volume'

/** Everything a mover Job is made of; values only, already resolved. */
export interface MoverJobRequest {
  readonly name: string
  readonly namespace: string
  readonly labels: { readonly [key: string]: string }
  readonly annotations?: { readonly [key: string]: string }
  readonly workSpec: WorkSpec
  readonly volumes: ReadonlyArray<MoverVolume>
  readonly credentials: CredentialSecrets
  /** Lowest first: `moverDefaults`, then the recipe's `mover`, then the run's. */
  readonly layers: ReadonlyArray<MoverLayer>
  readonly placement?: MoverPlacement
  /** A workload identity; absent: the mover's own ServiceAccount. */
  readonly serviceAccount?: string
  readonly failurePolicy?: { readonly backoffLimit?: number; readonly activeDeadlineSeconds?: number }
  /** The node that holds a volume only one node can mount, and the tolerations of its holder. */
  readonly node?: { readonly name: string; readonly tolerations?: ReadonlyArray<Opaque> }
  /** Name of the lasting cache claim, where the cache is Persistent. */
  readonly cacheClaim?: string
  readonly settings: MoverSettings
}
