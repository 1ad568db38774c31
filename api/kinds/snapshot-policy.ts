import type * as t from 'io-ts'
import {
  array,
  boolean,
  duration,
  enumeration,
  nullable,
  object,
  objectWithOneOf,
  string,
  withDefault,
  type TypeOf,
} from '../schema'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { accessMode } from './shared/access-mode'
import { credentialProjection } from './shared/credential-projection'
import { hookAction } from './shared/hook-action'
import { mover } from './shared/mover'
import { compression, errorHandling, files, upload } from './shared/policy/files'
import { preflight } from './shared/policy/preflight'
import { policySource } from './shared/policy/source'
import { snapshotPolicyStatus } from './shared/policy/status'
import { verification } from './shared/policy/verification'
import { repositoryRef } from './shared/reference'
import { retention } from './shared/retention'

export { snapshotPolicyStatus, type SnapshotPolicyStatus } from './shared/policy/status'

const staging = object(
  {},
  { accessModes: array(accessMode), storageClassName: nullable(string), timeout: nullable(duration) },
)

export const snapshotPolicySpec = objectWithOneOf(
  {},
  {
    adoption: nullable(enumeration('Adopt', 'Ignore')),
    compression: nullable(compression),
    copyMethod: withDefault(enumeration('Snapshot', 'Clone', 'Direct'), 'Snapshot'),
    credentialProjection: nullable(credentialProjection),
    defaultDeletionPolicy: nullable(withDefault(enumeration('Delete', 'Retain', 'Orphan'), 'Delete')),
    deletion: nullable(object({}, { onPolicyDelete: withDefault(enumeration('Retain', 'Delete'), 'Retain') })),
    errorHandling: nullable(errorHandling),
    extraArgs: array(string),
    files: nullable(files),
    groupBy: nullable(withDefault(enumeration('VolumeGroupSnapshot', 'None'), 'VolumeGroupSnapshot')),
    hooks: nullable(object({}, { afterSnapshot: array(hookAction), beforeSnapshot: array(hookAction) })),
    identity: nullable(object({}, { hostname: nullable(string), username: nullable(string) })),
    mover: nullable(mover),
    preflight: nullable(preflight),
    retention: nullable(retention),
    sources: array(policySource, { maxItems: 100 }),
    staging: nullable(staging),
    suspend: boolean,
    upload: nullable(upload),
    verification: nullable(verification),
    volumeSnapshotClassName: nullable(string),
  },
  {
    repositories: array(repositoryRef, { minItems: 1, maxItems: 8 }),
    repository: nullable(repositoryRef),
  },
)
export type SnapshotPolicySpec = TypeOf<typeof snapshotPolicySpec>

export const snapshotPolicy = resource('SnapshotPolicy', snapshotPolicySpec, snapshotPolicyStatus)
export type SnapshotPolicy = t.TypeOf<typeof snapshotPolicy>

export const snapshotPolicyDefinition = defineKind({
  kind: 'SnapshotPolicy',
  description: 'A recipe: what is backed up, where to, how, and how long it is kept.',
  plural: 'snapshotpolicies',
  scope: 'Namespaced',
  shortName: 'kopiasp',
  printColumns: [
    column('Repository', 'string', '.spec.repository.name'),
    column('Repositories', 'string', '.status.repositorySummary'),
    column('Last-Snapshot', 'date', '.status.lastSuccessfulSnapshot'),
    column('Last-Verified', 'date', '.status.lastVerified'),
    column('Suspended', 'boolean', '.spec.suspend'),
    AGE,
  ],
  specSchema: snapshotPolicySpec,
  statusSchema: snapshotPolicyStatus,
})
