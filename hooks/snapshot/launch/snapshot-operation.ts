import type { Snapshot } from '../../../api/kinds/snapshot'
import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import type { SnapshotOperation, SourcePolicy } from '../../../api/mover/work-spec'
import type { Recorded } from './recorded'

const IGNORED = ['/lost+found', 'System Volume Information', '$RECYCLE.BIN', '@eaDir', '.snapshot']

export interface OperationParts {
  readonly snapshot: Pick<Snapshot, 'metadata' | 'spec'>
  readonly policyName: string
  readonly policy: SnapshotPolicySpec
  readonly identity: { readonly username: string; readonly hostname: string }
  readonly sourcePath: string
  readonly mountPath: string
  readonly recorded: Recorded
}

/** What kopia is asked to do, from the policy as it stands and the Snapshot's own words. */
export const snapshotOperation = (parts: OperationParts): SnapshotOperation => {
  const { snapshot, policy, identity, sourcePath, mountPath } = parts
  return {
    runUid: snapshot.metadata.uid ?? '',
    mountPath,
    identity: { ...identity, sourcePath },
    tags: tagsOf(parts),
    policy: { ...filePolicy(policy), ...errorPolicy(policy) },
    ...(snapshot.spec.description === undefined ? {} : { description: snapshot.spec.description }),
    ...(policy.errorHandling?.failFast === true ? { failFast: true } : {}),
    ...(policy.upload?.limitMb === undefined ? {} : { uploadLimitMb: policy.upload.limitMb }),
    ...(policy.extraArgs === undefined ? {} : { extraArgs: [...policy.extraArgs] }),
  }
}

const tagsOf = ({ snapshot, policyName, recorded }: OperationParts): { [key: string]: string } => ({
  ...Object.fromEntries(Object.entries(snapshot.spec.tags ?? {}).filter(([key]) => isFreeKey(key))),
  kopiur: `config:${policyName}`,
  'kopiur-meta': JSON.stringify(recorded),
})

/** Tags of stored objects are not checked again by admission; one that kopia would misread is left out. */
const isFreeKey = (key: string): boolean => key !== '' && !key.includes(':') && !key.startsWith('kopiur')

const filePolicy = ({ compression = {}, files = {}, upload = {} }: SnapshotPolicySpec): SourcePolicy => ({
  ignoreRules: [...(files.ignoreRules ?? IGNORED)],
  ...(compression.compressor === undefined ? {} : { compressor: compression.compressor }),
  ...(compression.neverCompress === undefined ? {} : { neverCompress: [...compression.neverCompress] }),
  ...(files.ignoreCacheDirs === true ? { ignoreCacheDirs: true } : {}),
  ...(files.ignoreIdenticalSnapshots === undefined ? {} : { ignoreIdenticalSnapshots: files.ignoreIdenticalSnapshots }),
  ...(upload.maxParallelFileReads === undefined ? {} : { maxParallelFileReads: upload.maxParallelFileReads }),
  ...(upload.maxParallelSnapshots === undefined ? {} : { maxParallelSnapshots: upload.maxParallelSnapshots }),
})

const errorPolicy = ({ errorHandling = {} }: SnapshotPolicySpec): SourcePolicy => ({
  ...(errorHandling.ignoreFileErrors === true ? { ignoreFileErrors: true } : {}),
  ...(errorHandling.ignoreDirErrors === true ? { ignoreDirErrors: true } : {}),
  ...(errorHandling.ignoreUnknownTypes === true ? { ignoreUnknownTypes: true } : {}),
})
