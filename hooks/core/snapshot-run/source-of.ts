import type { SnapshotSpec } from '../../../api/kinds/snapshot'
import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import type { PolicySource } from '../../../api/kinds/shared/policy/source'
import { memberPath, sourcePath, type Claim } from '../identity'

/** What one run reads. `readOnly` false lets the kubelet set the fsGroup, nothing else. */
export type Source =
  | { readonly _tag: 'Claim'; readonly claim: string; readonly path: string; readonly readOnly: boolean }
  | {
      readonly _tag: 'Nfs'
      readonly server: string
      readonly export: string
      readonly path: string
    }

export type SourceProblem = {
  readonly reason: 'InvalidSpec' | 'SourceNotSupported'
  readonly message: string
}

/**
 * The source of a run: the one its spec names, else the policy's first. An index that is out of range, or a selector
 * without a claim, is never guessed at.
 */
export const sourceOf = (
  { source: pinned }: Pick<SnapshotSpec, 'source'>,
  { sources = [] }: Pick<SnapshotPolicySpec, 'sources'>,
  namespace: string,
): Source | SourceProblem => {
  const index = pinned?.sourceIndex ?? 0
  const source = sources[index]
  if (source === undefined)
    return invalid(`The policy has no source ${index} (it has ${sources.length}); fix spec.source or the policy.`)
  const target = pinned?.target.pvc
  return target !== undefined && target.namespace !== namespace
    ? invalid(
        `spec.source.target names a claim of namespace ${target.namespace}; only claims of ${namespace} can be mounted here.`,
      )
    : ofKind(source, target)
}

const ofKind = (source: PolicySource, target: Claim | undefined): Source | SourceProblem => {
  if ('stream' in source)
    return { reason: 'SourceNotSupported', message: 'Stream sources are not supported yet; back up a volume instead.' }
  if ('nfs' in source)
    return { _tag: 'Nfs', server: source.nfs.server, export: source.nfs.path, path: sourcePath(source) ?? '/nfs' }
  const readOnly = source.readOnly ?? true
  if ('pvc' in source)
    return { _tag: 'Claim', claim: source.pvc.name, path: sourcePath(source) ?? `/pvc/${source.pvc.name}`, readOnly }
  return target === undefined
    ? invalid('The policy selects its claims by label; a Snapshot of it has to name one in spec.source.target.')
    : { _tag: 'Claim', claim: target.name, path: memberPath(source, target), readOnly }
}

const invalid = (message: string): SourceProblem => ({ reason: 'InvalidSpec', message })
