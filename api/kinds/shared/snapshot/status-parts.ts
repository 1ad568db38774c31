import {
  array,
  boolean,
  enumeration,
  int32,
  int64,
  integer,
  nullable,
  object,
  string,
  timestamp,
  type TypeOf,
} from '../../../schema'
import { credentialProjection } from '../credential-projection'
import { resolvedIdentity, resolvedSource } from '../identity'
import { repositoryRef } from '../reference'

export const copiedFrom = object({ repository: repositoryRef, sourceManifestId: string, startTime: timestamp })

export const jobStatus = object({}, { attempts: nullable(int32), name: nullable(string) })

/** Numeric identity that a mover ran with, kept so that a restore can take it over. */
export const recorded = object(
  { schema: integer(), src: enumeration('inherited', 'explicit', 'defaults', 'unknown') },
  { fsGroup: integer(), gid: integer(), uid: integer() },
)

export const snapshotResolved = object(
  {},
  {
    credentialProjection: nullable(credentialProjection),
    repository: nullable(repositoryRef),
    sources: array(resolvedSource),
  },
)

/** The snapshot in kopia's repository. */
export const kopiaSnapshot = object(
  { identity: resolvedIdentity, kopiaSnapshotID: string },
  { description: nullable(string) },
)
export type KopiaSnapshot = TypeOf<typeof kopiaSnapshot>

/** The copy of the source that is read instead of it. */
export const staged = object(
  {},
  {
    copyMethod: nullable(string),
    pvcName: nullable(string),
    ready: nullable(boolean),
    stagingTimeoutSeconds: nullable(int64),
    storageClassName: nullable(string),
    volumeGroupSnapshotName: nullable(string),
    volumeSnapshotName: nullable(string),
  },
)

export const stats = object(
  {},
  {
    bytesNew: nullable(int64),
    filesFailed: nullable(int64),
    filesModified: nullable(int64),
    filesNew: nullable(int64),
    filesUnchanged: nullable(int64),
    sizeBytes: nullable(int64),
  },
)

export const timing = object(
  {},
  { durationSeconds: nullable(int64), endTime: nullable(timestamp), startTime: nullable(timestamp) },
)
