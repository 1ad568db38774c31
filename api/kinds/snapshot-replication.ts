import type * as t from 'io-ts'
import {
  array,
  boolean,
  int64,
  integer,
  nullable,
  object,
  openEnumeration,
  string,
  timestamp,
  uint32,
  union,
  type TypeOf,
} from '../schema'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { condition } from './shared/condition'
import { credentialProjection } from './shared/credential-projection'
import { cronSpec } from './shared/cron-spec'
import { manualRun } from './shared/manual-run'
import { migratePolicies, migrateThrottle } from './shared/migrate'
import { mover } from './shared/mover'
import { repositoryRef } from './shared/reference'
import { retention } from './shared/retention'

/** Globs with `*` and `?` over the parts of an identity; a part that is absent matches all. */
export const identityMatcher = object(
  {},
  { hostname: nullable(string), sourcePath: nullable(string), username: nullable(string) },
)
export type IdentityMatcher = TypeOf<typeof identityMatcher>

const selection = object(
  {},
  {
    identities: nullable(object({}, { exclude: array(identityMatcher), include: array(identityMatcher) })),
    latestOnly: boolean,
  },
)

const migrate = object(
  {},
  { parallel: nullable(uint32), policies: migratePolicies, throttle: nullable(migrateThrottle) },
)

/** What becomes of copies in the destination. */
export const pruning = union({ mirrorSource: object({}), none: object({}), retention })

export const snapshotReplicationSpec = object(
  { destinationRef: repositoryRef, schedule: cronSpec, sourceRef: repositoryRef },
  {
    credentialProjection: nullable(credentialProjection),
    migrate: nullable(migrate),
    mover: nullable(mover),
    pruning: nullable(pruning),
    selection: nullable(selection),
    suspend: boolean,
  },
)
export type SnapshotReplicationSpec = TypeOf<typeof snapshotReplicationSpec>

const count = integer({ minimum: 0 })

export const snapshotReplicationStatus = object(
  {},
  {
    conditions: array(condition),
    lastReplicated: timestamp,
    lastRun: object(
      {},
      { alreadyPresent: count, failed: count, identitiesSelected: count, pruned: count, snapshotsCopied: count },
    ),
    manualRun,
    observedGeneration: int64,
    phase: openEnumeration('Pending', 'Replicating', 'Succeeded', 'Failed', 'Suspended'),
  },
)
export type SnapshotReplicationStatus = TypeOf<typeof snapshotReplicationStatus>

export const snapshotReplication = resource('SnapshotReplication', snapshotReplicationSpec, snapshotReplicationStatus)
export type SnapshotReplication = t.TypeOf<typeof snapshotReplication>

export const snapshotReplicationDefinition = defineKind({
  kind: 'SnapshotReplication',
  description: 'Copies chosen snapshots of one repository into another.',
  plural: 'snapshotreplications',
  scope: 'Namespaced',
  shortName: 'kopiasrepl',
  printColumns: [
    column('Source', 'string', '.spec.sourceRef.name'),
    column('Destination', 'string', '.spec.destinationRef.name'),
    column('Schedule', 'string', '.spec.schedule.cron'),
    column('Phase', 'string', '.status.phase'),
    column('Last', 'date', '.status.lastReplicated'),
    AGE,
  ],
  specSchema: snapshotReplicationSpec,
  statusSchema: snapshotReplicationStatus,
})
