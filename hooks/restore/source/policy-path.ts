import * as E from 'fp-ts/Either'
import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import type { PolicySource } from '../../../api/kinds/shared/policy/source'
import { memberPath, sourcePath, type Claim } from '../../core/identity'

/**
 * The kopia source path that a policy records for one claim. A policy of one plain source has one path, whatever the
 * claim is called; else the claim's name says which member is meant. Left: why it cannot be told.
 */
export const policyPath = (
  { sources = [] }: Pick<SnapshotPolicySpec, 'sources'>,
  claim: Claim | undefined,
): E.Either<string, string> => {
  const [only] = sources
  const single = sources.length === 1 && only !== undefined ? sourcePath(only) : undefined
  if (single !== undefined) return E.right(single)
  if (claim === undefined) return E.left('the policy has several members, and this target names none of them')
  const candidates = sources.map(candidateFor(claim))
  const shared = candidates.find((candidate) => candidate._tag === 'Shared')
  if (shared !== undefined) return E.left('its selector source records every member under one sourcePathOverride')
  const paths = [...new Set(candidates.flatMap((candidate) => (candidate._tag === 'Path' ? [candidate.path] : [])))]
  return paths.length > 1
    ? E.left(`its sources record claim ${claim.name} under ${paths.join(' and ')}`)
    : E.fromNullable(`none of its sources is named ${claim.name}`)(paths[0])
}

type Candidate =
  { readonly _tag: 'Path'; readonly path: string } | { readonly _tag: 'Shared' } | { readonly _tag: 'Other' }

const candidateFor =
  (claim: Claim) =>
  (source: PolicySource): Candidate => {
    if ('pvcSelector' in source)
      return source.sourcePathOverride === undefined
        ? { _tag: 'Path', path: memberPath(source, claim) }
        : { _tag: 'Shared' }
    const path = sourcePath(source)
    return path !== undefined && 'pvc' in source && source.pvc.name === claim.name
      ? { _tag: 'Path', path }
      : { _tag: 'Other' }
  }
