import * as t from 'io-ts'
import type { Json, JsonObject } from '../../api/kubernetes/json'
import type { SourcePolicy } from '../../api/mover/work-spec'
import { type Command, command } from './command'

/** kopia keeps everything when all six are zero; retention is decided elsewhere, by deleting single snapshots. */
const keepEverything = {
  keepLatest: 0,
  keepHourly: 0,
  keepDaily: 0,
  keepWeekly: 0,
  keepMonthly: 0,
  keepAnnual: 0,
} as const

export type PolicyDocument = JsonObject

const present = (values: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined))

// kopia wants extensions; users may write globs.
const extension = (pattern: string) => pattern.replace(/^\*(?=\.)/, '')

/** The policy of one source. No scheduling: kopia adds its own to an overridden source, and accepts no other. */
export const policyDocument = (policy: SourcePolicy): PolicyDocument => ({
  retention: { ...keepEverything, ignoreIdenticalSnapshots: policy.ignoreIdenticalSnapshots ?? false },
  files: present({
    ignore: policy.ignoreRules,
    // The list is the whole list: rules of parent folders do not add to it.
    noParentIgnore: policy.ignoreRules === undefined ? undefined : true,
    ignoreCacheDirs: policy.ignoreCacheDirs,
  }),
  errorHandling: present({
    ignoreFileErrors: policy.ignoreFileErrors,
    ignoreDirectoryErrors: policy.ignoreDirErrors,
    ignoreUnknownTypes: policy.ignoreUnknownTypes,
  }),
  compression: present({
    compressorName: policy.compressor,
    neverCompress: policy.neverCompress?.map(extension),
    noParentNeverCompress: policy.neverCompress === undefined ? undefined : true,
  }),
  upload: present({ maxParallelFileReads: policy.maxParallelFileReads }),
})

export const policyImport = (source: string, document: PolicyDocument): Command => ({
  ...command.control('policy import', []),
  stdin: JSON.stringify({ [source]: document }),
})

export const policyExport = (): Command => command.control('policy export', [])

/** Policies that are defined in the repository, by target. */
export const definedPolicies = t.record(t.string, t.record(t.string, t.unknown))

export const GLOBAL = '(global)'

/** What `repository create` gives a new repository; a crash in between leaves one without. */
export const globalPolicy: PolicyDocument = {
  retention: {
    keepLatest: 10,
    keepHourly: 48,
    keepDaily: 7,
    keepWeekly: 4,
    keepMonthly: 24,
    keepAnnual: 3,
    ignoreIdenticalSnapshots: false,
  },
  files: { ignoreDotFiles: ['.kopiaignore'] },
  errorHandling: { ignoreFileErrors: false, ignoreDirectoryErrors: false, ignoreUnknownTypes: true },
  compression: { compressorName: 'none' },
  metadataCompression: { compressorName: 'zstd-fastest' },
  osSnapshots: { volumeShadowCopy: { enable: 0 } },
  logging: {
    directories: { snapshotted: 5, ignored: 5 },
    entries: { snapshotted: 0, ignored: 5, cacheHit: 0, cacheMiss: 0 },
  },
  scheduling: { runMissed: true },
  upload: { maxParallelSnapshots: 1, parallelUploadAboveSize: 2147483648 },
}
