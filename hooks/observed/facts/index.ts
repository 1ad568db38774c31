/** Facts of one object: what its metrics need and no more, for thousands of them are kept. */
export { factsOf, OBSERVED_KINDS, type Facts, type ObservedKind, type Unreadable } from './facts'
export type { MaintenanceFacts } from './maintenance-facts'
export type { PolicyFacts } from './policy-facts'
export type { OutageReason, RepositoryFacts } from './repository-facts'
export type { RestoreFacts } from './restore-facts'
export type { SnapshotFacts } from './snapshot-facts'
