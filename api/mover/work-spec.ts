import * as t from 'io-ts'

/**
 * What one mover Job has to do, as JSON in `KOPIUR_WORK_SPEC` (at most 100 KiB). It holds resolved values only and no
 * secret: passwords and keys reach the mover by environment and files. Every field added later is optional.
 */

const optional = <P extends t.Props>(props: P) => t.partial(props)

/** Where a kopia repository lies. File credentials are materialised by the mover from well-known environment keys. */
export const storage = t.union([
  t.type({ filesystem: t.type({ path: t.string }) }),
  t.type({
    s3: t.intersection([
      t.type({ bucket: t.string }),
      optional({
        endpoint: t.string,
        region: t.string,
        prefix: t.string,
        disableTls: t.boolean,
        disableTlsVerification: t.boolean,
        /** PEM text; replaces the trust store for this endpoint. */
        caBundle: t.string,
        /** Use the ambient credential chain: access keys are passed explicitly empty. */
        ambientCredentials: t.boolean,
      }),
    ]),
  }),
  t.type({
    azure: t.intersection([t.type({ container: t.string }), optional({ storageAccount: t.string, prefix: t.string })]),
  }),
  t.type({ gcs: t.intersection([t.type({ bucket: t.string }), optional({ prefix: t.string })]) }),
  t.type({ b2: t.intersection([t.type({ bucket: t.string }), optional({ prefix: t.string })]) }),
  t.type({
    sftp: t.intersection([
      t.type({ host: t.string, path: t.string }),
      optional({ port: t.number, username: t.string }),
    ]),
  }),
  t.type({ webDav: t.type({ url: t.string }) }),
  t.type({
    rclone: t.intersection([t.type({ remotePath: t.string }), optional({ startupTimeout: t.string })]),
  }),
  t.type({ gdrive: t.type({ folderId: t.string }) }),
])
export type Storage = t.TypeOf<typeof storage>

export const identity = t.intersection([
  t.type({ username: t.string, hostname: t.string }),
  optional({ sourcePath: t.string }),
])
export type Identity = t.TypeOf<typeof identity>

/** Finds a snapshot again after kopia gave it a new manifest id: exact path, start and identity. */
export const anchor = optional({
  sourcePath: t.string,
  startTime: t.string,
  username: t.string,
  hostname: t.string,
})
export type Anchor = t.TypeOf<typeof anchor>

export const repositoryAccess = t.intersection([
  t.type({
    storage,
    /** The client identity to connect as; never the pod's. */
    client: t.type({ username: t.string, hostname: t.string }),
    readOnly: t.boolean,
  }),
  optional({
    contentCacheSizeMb: t.number,
    metadataCacheSizeMb: t.number,
    throttle: optional({
      uploadBytesPerSecond: t.number,
      downloadBytesPerSecond: t.number,
      readOpsPerSecond: t.number,
      writeOpsPerSecond: t.number,
    }),
    /** When pinned, any other unique id answered by the storage is a failure. */
    expectedUniqueId: t.string,
  }),
])
export type RepositoryAccess = t.TypeOf<typeof repositoryAccess>

export const sourcePolicy = optional({
  compressor: t.string,
  neverCompress: t.array(t.string),
  /** The whole list; an explicit empty list ignores nothing. */
  ignoreRules: t.array(t.string),
  ignoreCacheDirs: t.boolean,
  ignoreIdenticalSnapshots: t.boolean,
  ignoreFileErrors: t.boolean,
  ignoreDirErrors: t.boolean,
  ignoreUnknownTypes: t.boolean,
  maxParallelFileReads: t.number,
  maxParallelSnapshots: t.number,
})
export type SourcePolicy = t.TypeOf<typeof sourcePolicy>

export const snapshotOperation = t.intersection([
  t.type({
    /** UID of the Snapshot; the kopia snapshot carries the tag `kopiur-run:<runUid>`. */
    runUid: t.string,
    /** Where the data is mounted. */
    mountPath: t.string,
    /** What kopia records: `username@hostname:sourcePath`. */
    identity: t.type({ username: t.string, hostname: t.string, sourcePath: t.string }),
    tags: t.record(t.string, t.string),
    policy: sourcePolicy,
  }),
  optional({ description: t.string, failFast: t.boolean, uploadLimitMb: t.number, extraArgs: t.array(t.string) }),
])
export type SnapshotOperation = t.TypeOf<typeof snapshotOperation>

export const restoreOptions = optional({
  enableFileDeletion: t.boolean,
  ignorePermissionErrors: t.boolean,
  writeFilesAtomically: t.boolean,
  parallel: t.number,
  writeSparseFiles: t.boolean,
  skipOwners: t.boolean,
  skipPermissions: t.boolean,
  skipTimes: t.boolean,
  ignoreErrors: t.boolean,
  skipExisting: t.boolean,
  overwriteFiles: t.boolean,
  overwriteDirectories: t.boolean,
  overwriteSymlinks: t.boolean,
})
export type RestoreOptions = t.TypeOf<typeof restoreOptions>

export const snapshotSelector = t.intersection([
  t.type({
    username: t.string,
    hostname: t.string,
    offset: t.number,
    onMissing: t.union([t.literal('Fail'), t.literal('Continue')]),
  }),
  optional({
    /** Absent: any path of the identity. */
    sourcePath: t.string,
    asOf: t.string,
    /** Absolute RFC3339 time until which the mover waits for a match. */
    waitUntil: t.string,
  }),
])
export type SnapshotSelector = t.TypeOf<typeof snapshotSelector>

export const restoreOperation = t.intersection([
  t.type({
    source: t.union([t.type({ snapshotId: t.string }), t.type({ resolve: snapshotSelector })]),
    targetPath: t.string,
    options: restoreOptions,
  }),
  optional({ anchor }),
])
export type RestoreOperation = t.TypeOf<typeof restoreOperation>

export const bootstrapOperation = t.intersection([
  t.type({
    /** Absent repository: create it only if true, and only on kopia's own word that none is there. */
    createAllowed: t.boolean,
    /** Also list snapshots and count index blobs. A pure probe does neither. */
    scan: t.boolean,
  }),
  optional({
    create: optional({
      splitter: t.string,
      hash: t.string,
      encryption: t.string,
      ecc: optional({ algorithm: t.string, overheadPercent: t.number }),
    }),
    /** Stamp this maintenance owner when the repository is created, or when the recorded one is `replaceOwners` or empty. */
    maintenanceOwner: t.string,
    replaceOwners: t.array(t.string),
    epoch: optional({
      minDuration: t.string,
      refreshFrequency: t.string,
      advanceOnCount: t.number,
      advanceOnSizeMiB: t.number,
      checkpointFrequency: t.number,
      deleteParallelism: t.number,
    }),
    blobRetention: t.union([
      t.type({ mode: t.union([t.literal('GOVERNANCE'), t.literal('COMPLIANCE')]), period: t.string }),
      t.type({ mode: t.literal('none') }),
    ]),
  }),
])
export type BootstrapOperation = t.TypeOf<typeof bootstrapOperation>

export const maintenanceOperation = t.type({
  mode: t.union([t.literal('quick'), t.literal('full')]),
  /** kopia's owner string, `kopiur@…`. */
  owner: t.string,
  aliases: t.array(t.string),
  takeoverPolicy: t.union([t.literal('Never'), t.literal('PromptCondition'), t.literal('Force')]),
})
export type MaintenanceOperation = t.TypeOf<typeof maintenanceOperation>

/** A member without an id is deleted by its run tag: a run that was cancelled after kopia had saved it. */
export const deleteMember = t.intersection([
  t.type({ uid: t.string }),
  optional({ snapshotId: t.string, anchor, runUid: t.string }),
])
export type DeleteMember = t.TypeOf<typeof deleteMember>

export const deleteBatchOperation = t.type({ members: t.array(deleteMember) })
export type DeleteBatchOperation = t.TypeOf<typeof deleteBatchOperation>

export const pinOperation = t.type({ snapshotId: t.string, anchor, pinned: t.boolean })
export type PinOperation = t.TypeOf<typeof pinOperation>

export const operation = t.union([
  t.type({ bootstrap: bootstrapOperation }),
  t.type({ snapshot: snapshotOperation }),
  t.type({ restore: restoreOperation }),
  t.type({ maintenance: maintenanceOperation }),
  t.type({ deleteBatch: deleteBatchOperation }),
  t.type({ pin: pinOperation }),
])
export type Operation = t.TypeOf<typeof operation>

export const workSpec = t.intersection([
  t.type({
    version: t.literal(1),
    /** The object this run belongs to; for logs. */
    target: t.intersection([
      t.type({ kind: t.string, name: t.string, uid: t.string }),
      optional({ namespace: t.string }),
    ]),
    repository: repositoryAccess,
    operation,
  }),
  optional({
    /** Seconds between two progress reports; 0 reports none. Default 30. */
    progressIntervalSeconds: t.number,
    /** Bound on every single kopia call. Default 48 h for data, 600 s for the rest. */
    callTimeoutSeconds: t.number,
  }),
])
export type WorkSpec = t.TypeOf<typeof workSpec>

/** Bytes of JSON above which a work spec is refused. */
export const MAX_WORK_SPEC_BYTES = 102_400

/** Environment of a mover container. */
export const MoverEnv = {
  workSpec: 'KOPIUR_WORK_SPEC',
  jobName: 'KOPIUR_JOB_NAME',
  jobNamespace: 'KOPIUR_JOB_NAMESPACE',
  kopiaBinary: 'KOPIUR_KOPIA_BINARY',
  /** JSON object from path in the container to folder on this machine; only where Jobs run as processes. */
  pathMap: 'KOPIUR_PATH_MAP',
  /** Folder for outcome and progress files; only where Jobs run as processes, instead of the API server. */
  reportDirectory: 'KOPIUR_REPORT_DIRECTORY',
  password: 'KOPIA_PASSWORD',
} as const
