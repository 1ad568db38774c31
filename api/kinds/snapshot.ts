import type * as t from 'io-ts'
import {
  array,
  boolean,
  boundedString,
  enumeration,
  int64,
  map,
  nullable,
  object,
  openEnumeration,
  string,
  timestamp,
  type TypeOf,
} from '../schema'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { condition } from './shared/condition'
import { failurePolicy } from './shared/failure-policy'
import { mover } from './shared/mover'
import { localRef, repositoryRef } from './shared/reference'
import { runFailure } from './shared/run-failure'
import { snapshotSource } from './shared/snapshot/source'
import {
  copiedFrom,
  jobStatus,
  kopiaSnapshot,
  recorded,
  snapshotResolved,
  staged,
  stats,
  timing,
} from './shared/snapshot/status-parts'

export const snapshotSpec = object(
  {},
  {
    deletionPolicy: nullable(enumeration('Delete', 'Retain', 'Orphan')),
    description: nullable(boundedString({ maxLength: 1024 })),
    failurePolicy: nullable(failurePolicy),
    mover: nullable(mover),
    onScheduleDelete: nullable(enumeration('Retain', 'Delete')),
    pin: boolean,
    policyRef: nullable(localRef),
    repository: nullable(repositoryRef),
    source: nullable(snapshotSource),
    tags: nullable(map(string)),
  },
)
export type SnapshotSpec = TypeOf<typeof snapshotSpec>

export const snapshotPhase = openEnumeration(
  'Pending',
  'Running',
  'Succeeded',
  'Failed',
  'Deleting',
  'Discovered',
  'Unchanged',
)
export type SnapshotPhase = TypeOf<typeof snapshotPhase>

export const snapshotOrigin = openEnumeration('scheduled', 'manual', 'discovered', 'adopted', 'replicated')
export type SnapshotOrigin = TypeOf<typeof snapshotOrigin>

export const snapshotStatus = object(
  {},
  {
    cleanup: nullable(object({}, { credsReapedAt: nullable(timestamp) })),
    conditions: array(condition),
    copiedFrom: nullable(copiedFrom),
    failure: nullable(runFailure),
    hooks: nullable(object({}, { postCompletedAt: nullable(timestamp), preCompletedAt: nullable(timestamp) })),
    job: nullable(jobStatus),
    logTail: nullable(string),
    observedGeneration: nullable(int64),
    origin: nullable(snapshotOrigin),
    phase: nullable(snapshotPhase),
    pinned: nullable(boolean),
    preflightSince: nullable(timestamp),
    recorded: nullable(recorded),
    resolved: nullable(snapshotResolved),
    snapshot: nullable(kopiaSnapshot),
    staged: nullable(staged),
    stats: nullable(stats),
    timing: nullable(timing),
  },
)
export type SnapshotStatus = TypeOf<typeof snapshotStatus>

export const snapshot = resource('Snapshot', snapshotSpec, snapshotStatus)
export type Snapshot = t.TypeOf<typeof snapshot>

export const snapshotDefinition = defineKind({
  kind: 'Snapshot',
  description: 'One run of a recipe, and the snapshot in the repository that came of it.',
  plural: 'snapshots',
  scope: 'Namespaced',
  shortName: 'kopiasnap',
  printColumns: [
    column('Phase', 'string', '.status.phase'),
    column('Origin', 'string', '.status.origin'),
    column('Snapshot', 'string', '.status.snapshot.kopiaSnapshotID'),
    column('Source', 'string', '.spec.source.target.pvc.name'),
    AGE,
  ],
  specSchema: snapshotSpec,
  statusSchema: snapshotStatus,
})
