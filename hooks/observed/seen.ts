import type {
  Facts,
  MaintenanceFacts,
  PolicyFacts,
  RepositoryFacts,
  RestoreFacts,
  SnapshotFacts,
  Unreadable,
} from './facts'

/** All objects at one moment. */
export interface Seen {
  readonly snapshots: ReadonlyArray<SnapshotFacts>
  readonly policies: ReadonlyArray<PolicyFacts>
  readonly repositories: ReadonlyArray<RepositoryFacts>
  readonly restores: ReadonlyArray<RestoreFacts>
  readonly maintenances: ReadonlyArray<MaintenanceFacts>
  readonly unreadable: ReadonlyArray<Unreadable>
}

export const seenOf = (facts: ReadonlyArray<Facts>): Seen => ({
  snapshots: facts.filter((one) => one._tag === 'Snapshot'),
  policies: facts.filter((one) => one._tag === 'SnapshotPolicy'),
  repositories: facts.filter((one) => one._tag === 'Repository'),
  restores: facts.filter((one) => one._tag === 'Restore'),
  maintenances: facts.filter((one) => one._tag === 'Maintenance'),
  unreadable: facts.filter((one) => one._tag === 'Unreadable'),
})
