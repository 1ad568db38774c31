import type * as t from 'io-ts'
import {
  array,
  duration,
  enumeration,
  int64,
  map,
  nullable,
  object,
  openEnumeration,
  string,
  timestamp,
  withRules,
  type TypeOf,
} from '../schema'
import { AGE, column, defineKind } from './kind'
import { resource } from './resource'
import { condition } from './shared/condition'
import { credentialProjection } from './shared/credential-projection'
import { failurePolicy } from './shared/failure-policy'
import { resolvedIdentity } from './shared/identity'
import { mover } from './shared/mover'
import { localRef, repositoryRef } from './shared/reference'
import { restoreOptions } from './shared/restore/options'
import { restoreSource } from './shared/restore/source'
import { restoreTarget } from './shared/restore/target'
import { runFailure } from './shared/run-failure'

const policy = object(
  {},
  { onMissingSnapshot: nullable(enumeration('Fail', 'Continue')), waitTimeout: nullable(duration) },
)

const oneTarget = {
  rule: `[${restoreTarget.tags.map((tag) => `has(self.target.${tag})`).join(', ')}].exists_one(set, set)`,
  message: `exactly one of target.${restoreTarget.tags.join(', target.')} must be set`,
}

export const restoreSpec = withRules(
  object(
    { source: restoreSource, target: restoreTarget },
    {
      credentialProjection: nullable(credentialProjection),
      failurePolicy: nullable(failurePolicy),
      mover: nullable(mover),
      options: nullable(restoreOptions),
      policy: nullable(policy),
      repository: nullable(repositoryRef),
    },
  ),
  [oneTarget],
)
export type RestoreSpec = TypeOf<typeof restoreSpec>

/** The choice, made once and kept. */
export const restoreResolved = object(
  {},
  {
    identity: nullable(resolvedIdentity),
    kopiaSnapshotID: nullable(string),
    pinnedAt: nullable(timestamp),
    repository: nullable(repositoryRef),
    resolution: nullable(enumeration('Snapshot', 'NoSnapshot')),
    snapshotRef: nullable(localRef),
  },
)
export type RestoreResolved = TypeOf<typeof restoreResolved>

/** What became of one claim that names this Restore as its data source. */
export const claimRecord = object(
  { uid: string },
  {
    failure: nullable(runFailure),
    job: nullable(string),
    logTail: nullable(string),
    message: nullable(string),
    phase: nullable(openEnumeration('Pending', 'Populating', 'Rebinding', 'Populated', 'AlreadyBound', 'Failed')),
    pvcPrime: nullable(string),
    reason: nullable(string),
    resolved: nullable(restoreResolved),
    sourcePath: nullable(string),
    startTime: nullable(timestamp),
    waitStartedAt: nullable(timestamp),
  },
)
export type ClaimRecord = TypeOf<typeof claimRecord>

export const restoreStatus = object(
  {},
  {
    /** By name of the claim. */
    claims: map(claimRecord),
    conditions: array(condition),
    failure: nullable(runFailure),
    logTail: nullable(string),
    observedGeneration: nullable(int64),
    phase: nullable(openEnumeration('Pending', 'Resolving', 'Restoring', 'Completed', 'Failed')),
    progress: nullable(object({}, { bytesRestored: nullable(int64), filesRestored: nullable(int64) })),
    resolved: nullable(restoreResolved),
    sourceKind: nullable(string),
    target: nullable(object({}, { pvcPrime: nullable(string), pvcRef: nullable(localRef) })),
    timing: nullable(object({}, { endTime: nullable(timestamp), startTime: nullable(timestamp) })),
    waitStartedAt: timestamp,
  },
)
export type RestoreStatus = TypeOf<typeof restoreStatus>

export const restore = resource('Restore', restoreSpec, restoreStatus)
export type Restore = t.TypeOf<typeof restore>

export const restoreDefinition = defineKind({
  kind: 'Restore',
  description: 'Brings the data of one snapshot into a volume or a command.',
  plural: 'restores',
  scope: 'Namespaced',
  shortName: 'kopiarestore',
  printColumns: [column('Phase', 'string', '.status.phase'), column('Source', 'string', '.status.sourceKind'), AGE],
  specSchema: restoreSpec,
  statusSchema: restoreStatus,
})
