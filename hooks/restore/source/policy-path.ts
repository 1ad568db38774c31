import * as E from 'fp-ts/Either'
import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import type { PolicySource } from '../../../api/kinds/shared/policy/source'

/** The claim that is restored into, as far as it tells which member of a policy is meant. */
export interface RestoredClaim {
  readonly namespace: string
  readonly name: string
}

/**
 * The kopia source path that a policy records for one claim. A policy of one plain source has one path, whatever the
 * claim is called; else the claim's name says which member is meant. Left: why it cannot be told.
 */
export const policyPath = (
  { sources = [] }: Pick<SnapshotPolicySpec, 'sources'>,
  claim: RestoredClaim | undefined,
): E.Either<string, string> => {
  const [only] = sources
  if (sources.length === 1 && only !== undefined && plainPath(only) !== undefined) return named(plainPath(only))
  if (claim === undefined) return E.left('the policy has several members, and this target names none of them')
  const candidates = sources.map(memberPath(claim))
  const shared = candidates.find((candidate) => candidate._tag === 'Shared')
  if (shared !== undefined) return E.left('its selector source records every member under one sourcePathOverride')
  const paths = [...new Set(candidates.flatMap((candidate) => (candidate._tag === 'Path' ? [candidate.path] : [])))]
  return paths.length > 1
    ? E.left(`its sources record claim ${claim.name} under ${paths.join(' and ')}`)
    : named(paths[0], `none of its sources is named ${claim.name}`)
}

const named = (path: string | undefined, why = 'its source has no path'): E.Either<string, string> =>
  path === undefined ? E.left(why) : E.right(path)

type Candidate =
  { readonly _tag: 'Path'; readonly path: string } | { readonly _tag: 'Shared' } | { readonly _tag: 'Other' }

const memberPath =
  (claim: RestoredClaim) =>
  (source: PolicySource): Candidate => {
    if ('pvcSelector' in source)
      return source.sourcePathOverride === undefined
        ? { _tag: 'Path', path: selectedPath(source.sourcePathStrategy, claim) }
        : { _tag: 'Shared' }
    const path = plainPath(source)
    return path !== undefined && 'pvc' in source && source.pvc.name === claim.name
      ? { _tag: 'Path', path }
      : { _tag: 'Other' }
  }

const selectedPath = (strategy: PolicySource['sourcePathStrategy'], { namespace, name }: RestoredClaim): string =>
  strategy === 'PvcNamespacedName' ? `/pvc/${namespace}/${name}` : `/pvc/${name}`

/** Path of a source that is one thing; a selector is many. */
const plainPath = (source: PolicySource): string | undefined => {
  if ('pvcSelector' in source) return undefined
  if (source.sourcePathOverride !== undefined) return source.sourcePathOverride
  if ('pvc' in source) return `/pvc/${source.pvc.name}`
  if ('nfs' in source) return source.nfs.path === '/' ? '/nfs' : source.nfs.path
  return `/stream/${source.stream.fileName}`
}
