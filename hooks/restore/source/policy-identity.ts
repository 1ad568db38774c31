import * as E from 'fp-ts/Either'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { AnyRepository } from '../../core/repository'
import { namespaceOf } from '../names'

/** `username@hostname` that a policy records in one repository. Left: what is wrong with its expressions. */
export const policyIdentity = (
  policy: SnapshotPolicy,
  repository: AnyRepository,
): E.Either<string, { readonly username: string; readonly hostname: string }> => {
  const cluster = repository.spec.identityDefaults?.cluster
  const namespace = namespaceOf(policy)
  return E.right({
    username: policy.spec.identity?.username ?? policy.metadata.name,
    hostname: policy.spec.identity?.hostname ?? (cluster === undefined ? namespace : `${namespace}.${cluster}`),
  })
}
