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
  type TypeOf,
} from '../schema'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { backend } from './shared/backend'
import { condition } from './shared/condition'
import { cronSpec } from './shared/cron-spec'
import { manualRun } from './shared/manual-run'
import { mover } from './shared/mover'
import { repositoryRef } from './shared/reference'

/** How blobs are copied, in kopia's terms. */
const sync = object(
  {},
  {
    deleteExtra: boolean,
    maxDownloadSpeedBytesPerSecond: integer(),
    maxUploadSpeedBytesPerSecond: integer(),
    mustExist: boolean,
    parallel: integer({ minimum: 0 }),
    times: boolean,
    update: boolean,
  },
)

export const repositoryReplicationSpec = object(
  { destination: backend, schedule: cronSpec, sourceRef: repositoryRef },
  { mover: nullable(mover), suspend: boolean, sync },
)
export type RepositoryReplicationSpec = TypeOf<typeof repositoryReplicationSpec>

export const repositoryReplicationStatus = object(
  {},
  {
    conditions: array(condition),
    destinationBackend: nullable(string),
    lastReplicated: nullable(timestamp),
    lastReplicatedBlobs: nullable(int64),
    lastReplicatedBytes: nullable(int64),
    manualRun,
    nextScheduledAt: nullable(timestamp),
    observedGeneration: nullable(int64),
    phase: nullable(openEnumeration('Pending', 'Replicating', 'Succeeded', 'Failed', 'Suspended')),
  },
)
export type RepositoryReplicationStatus = TypeOf<typeof repositoryReplicationStatus>

export const repositoryReplication = resource(
  'RepositoryReplication',
  repositoryReplicationSpec,
  repositoryReplicationStatus,
)
export type RepositoryReplication = t.TypeOf<typeof repositoryReplication>

export const repositoryReplicationDefinition = defineKind({
  kind: 'RepositoryReplication',
  description: 'Copies all blobs of a repository to another backend.',
  plural: 'repositoryreplications',
  scope: 'Namespaced',
  shortName: 'kopiarepl',
  printColumns: [
    column('Source', 'string', '.spec.sourceRef.name'),
    column('Destination', 'string', '.status.destinationBackend'),
    column('Schedule', 'string', '.spec.schedule.cron'),
    column('Last', 'date', '.status.lastReplicated'),
    AGE,
  ],
  specSchema: repositoryReplicationSpec,
  statusSchema: repositoryReplicationStatus,
})
