import * as E from 'fp-ts/Either'
import type { RestoreSpec } from '../../../api/kinds/restore'
import type { SnapshotPolicySpec } from '../../../api/kinds/snapshot-policy'
import { repositoryKey, type RepositoryRef } from '../../core/names'
import { resolveRepositoryRef } from '../../core/repository'

/**
 * The repository a Restore from a policy reads: the policy's only one, or the member that the Restore names. Left: what
 * to change, with the members listed. It is never guessed.
 */
export const policyRepository = (
  policy: { readonly spec: SnapshotPolicySpec; readonly namespace: string; readonly name: string },
  written: RestoreSpec['repository'],
  ownNamespace: string,
): E.Either<string, RepositoryRef> => {
  const members = membersOf(policy.spec).map((ref) => resolveRepositoryRef(ref, policy.namespace))
  const list = members.map(repositoryKey).join(', ')
  const [only] = members
  if (written === undefined)
    return members.length === 1 && only !== undefined
      ? E.right(only)
      : E.left(`policy ${policy.name} writes to several repositories; say which one to read: ${list}`)
  const wanted = resolveRepositoryRef(written, ownNamespace)
  return members.some((member) => repositoryKey(member) === repositoryKey(wanted))
    ? E.right(wanted)
    : E.left(`${repositoryKey(wanted)} is not a repository of policy ${policy.name}; it has ${list}`)
}

const membersOf = (spec: SnapshotPolicySpec) =>
  'repositories' in spec ? spec.repositories : spec.repository === undefined ? [] : [spec.repository]
