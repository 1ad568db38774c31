import * as t from 'io-ts'
import { identity } from './work-spec'

/** What a mover reports on its own Job, as JSON in the annotation `K/outcome`, once, before it exits. */

export const errorClass = t.keyof({
  NotInitialized: null,
  AlreadyInitialized: null,
  HalfInitialized: null,
  AuthFailure: null,
  MissingPassword: null,
  NotConnected: null,
  ReadOnly: null,
  NotMaintenanceOwner: null,
  ClockSkew: null,
  StorageMissing: null,
  CredentialsExpired: null,
  AccessDenied: null,
  LockedBlobs: null,
  TlsError: null,
  NoSpace: null,
  PermissionDenied: null,
  RepositoryUnavailable: null,
  Upgrading: null,
  SnapshotNotFound: null,
  Corruption: null,
  PartialSnapshot: null,
  IncompleteSnapshot: null,
  SourceError: null,
  WrongRepository: null,
  Cancelled: null,
  Timeout: null,
  Crash: null,
  Killed: null,
  Usage: null,
  BadWorkSpec: null,
  Unknown: null,
})
export type ErrorClass = t.TypeOf<typeof errorClass>

export const failure = t.intersection([
  t.type({
    kopiaErrorClass: errorClass,
    /** One fixed sentence for each class: says what happened and what to do next. */
    message: t.string,
    retryRecommended: t.boolean,
  }),
  t.partial({
    exitCode: t.number,
    /** kopia verb that failed, as `repository connect`. */
    op: t.string,
    /** Last lines of stderr, at most 4096 bytes, secrets struck out. */
    stderrTail: t.string,
  }),
])
export type Failure = t.TypeOf<typeof failure>

export const snapshotStats = t.intersection([
  t.type({ sizeBytes: t.number }),
  t.partial({
    bytesNew: t.number,
    filesNew: t.number,
    filesModified: t.number,
    filesUnchanged: t.number,
    filesFailed: t.number,
  }),
])
export type SnapshotStats = t.TypeOf<typeof snapshotStats>

const snapshotFacts = t.intersection([
  t.type({
    snapshotId: t.string,
    identity,
    startTime: t.string,
    endTime: t.string,
    stats: snapshotStats,
    /** True when an earlier attempt of this run had saved it already. */
    foundByTag: t.boolean,
  }),
  t.partial({ description: t.string }),
])

export const repositoryFacts = t.intersection([
  t.type({ uniqueId: t.string, created: t.boolean }),
  t.partial({
    snapshotCount: t.number,
    /** Logical bytes: the newest snapshot of each source, summed. */
    totalSizeBytes: t.number,
    indexBlobCount: t.number,
    maintenanceOwner: t.string,
    epoch: t.type({
      enabled: t.boolean,
      minDuration: t.string,
      refreshFrequency: t.string,
      cleanupSafetyMargin: t.string,
      advanceOnCount: t.number,
      advanceOnSizeMiB: t.number,
      checkpointFrequency: t.number,
      deleteParallelism: t.number,
    }),
    blobRetention: t.type({ enabled: t.boolean, mode: t.string, period: t.string }),
    /** Set when parameters could not be applied; the repository is usable all the same. */
    parametersNotApplied: t.string,
  }),
])
export type RepositoryFacts = t.TypeOf<typeof repositoryFacts>

export const result = t.union([
  t.type({ bootstrap: repositoryFacts }),
  t.type({
    snapshot: t.union([
      t.type({ saved: snapshotFacts }),
      t.type({ unchanged: t.type({ startTime: t.string, endTime: t.string }) }),
    ]),
  }),
  t.type({
    restore: t.union([
      t.type({
        restored: t.intersection([
          t.type({ snapshotId: t.string }),
          t.partial({ identity, bytes: t.number, files: t.number }),
        ]),
      }),
      t.type({ noSnapshot: t.type({}) }),
    ]),
  }),
  t.type({
    maintenance: t.union([
      t.type({
        ran: t.intersection([
          t.type({ owner: t.string }),
          t.partial({ contentReclaimedBytes: t.number, indexBlobCount: t.number }),
        ]),
      }),
      /** Somebody else owns it; nothing was done. */
      t.type({ yielded: t.type({ holder: t.string }) }),
    ]),
  }),
  /** UIDs of the members. */
  t.type({ deleteBatch: t.type({ deleted: t.array(t.string), alreadyGone: t.array(t.string) }) }),
  t.type({ pin: t.type({ snapshotId: t.string, pinned: t.boolean }) }),
])
export type Result = t.TypeOf<typeof result>

const times = { startTime: t.string, endTime: t.string }

export const outcome = t.union([
  t.intersection([t.type({ version: t.literal(1), ...times, succeeded: result }), t.partial({ logTail: t.string })]),
  t.intersection([t.type({ version: t.literal(1), ...times, failed: failure }), t.partial({ logTail: t.string })]),
])
export type Outcome = t.TypeOf<typeof outcome>

/** The snapshot that a restore has found by its selector. */
export const choice = t.type({ snapshotId: t.string, identity, startTime: t.string })
export type Choice = t.TypeOf<typeof choice>

export const progress = t.intersection([
  t.type({ at: t.string }),
  t.partial({
    /** Told before anything is written, so that every further attempt takes the same snapshot. */
    chosen: choice,
    hashedBytes: t.number,
    cachedBytes: t.number,
    uploadedBytes: t.number,
    estimatedBytes: t.number,
    processedFiles: t.number,
    processedBytes: t.number,
    percent: t.number,
  }),
])
export type Progress = t.TypeOf<typeof progress>

/** Process exit codes of the mover. `hopeless` ends the Job at once by its podFailurePolicy; the others are retried. */
export const ExitCode = { ok: 0, retry: 75, hopeless: 78, cancelled: 143 } as const
