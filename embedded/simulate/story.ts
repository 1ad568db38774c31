import type { ClusterRepository } from '../../api/kinds/cluster-repository'
import type { Repository } from '../../api/kinds/repository'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import type { KubeObject } from '../../api/kubernetes/object'
import type { Instant } from '../../hooks/core/time/instant'

/** What is simulated: recipes, schedules and what they stand on, over a stretch of time. */
export interface Story {
  readonly policies: ReadonlyArray<SnapshotPolicy>
  readonly schedules: ReadonlyArray<SnapshotSchedule>
  readonly repositories: ReadonlyArray<Repository | ClusterRepository>
  readonly claims: ReadonlyArray<KubeObject>
  /** All objects count as created then. */
  readonly from: Instant
  /** The last instant at which a slot can be due. Runs that have begun by then come to their end. */
  readonly until: Instant
  /** How long a modelled run takes. */
  readonly durationMs: number
  /** Slots whose runs fail. */
  readonly failing: ReadonlySet<Instant>
}

export type RunOutcome = 'Succeeded' | 'Failed' | 'Replaced'

export interface SimulatedRun {
  readonly policy: string
  readonly schedule: string
  readonly name: string
  readonly slot: string
  readonly startTime: string
  readonly endTime: string
  readonly outcome: RunOutcome
}

export interface SimulatedSkip {
  readonly policy: string
  readonly schedule: string
  readonly slot: string
  readonly reason: string
}

export interface SimulatedDeletion {
  readonly name: string
  readonly at: string
  readonly reason: string
}

/** What came of it; policies and schedules go by `namespace/name`. */
export interface Simulated {
  readonly runs: ReadonlyArray<SimulatedRun>
  readonly skips: ReadonlyArray<SimulatedSkip>
  readonly deleted: ReadonlyArray<SimulatedDeletion>
  /** Names of the Snapshots that hold data at the end. */
  readonly kept: { readonly [policy: string]: ReadonlyArray<string> }
  /** The next ten slots after the end. */
  readonly next: { readonly [schedule: string]: ReadonlyArray<string> }
}
