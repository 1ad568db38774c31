import type { KubeObject } from '../../../api/kubernetes/object'
import type { Store } from '../../api/store'
import type { Clock } from '../../clock/clock'
import type { LocalLog } from '../local-log'
import type { Places } from './path-map'
import type { Blocked } from './pod-environment'

export interface JobRunnerOptions {
  readonly store: Store
  readonly clock: Clock
  /** Holds a folder for each Job. */
  readonly root: string
  /** Command of the mover. */
  readonly mover: ReadonlyArray<string>
  /** Variables that every mover gets beside its own. */
  readonly environment: { readonly [name: string]: string }
  readonly claimFolder: Places['claimFolder']
  readonly log: LocalLog
  readonly backoffMs: number
  /** Processes at once; further Jobs wait as pending pods do. */
  readonly maxRunning: number
  /** Told when a pod cannot start; the same words come again as long as it holds. */
  readonly onBlocked: (job: KubeObject, why: Blocked) => void
}
