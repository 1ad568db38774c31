import { snapshotPolicy, type SnapshotPolicy } from '../../../kinds/snapshot-policy'
import type { IdentityDefaults } from '../../../kinds/shared/repository/identity-defaults'
import type { ObjectMeta } from '../../../kubernetes/object'
import { Annotation } from '../../../names/annotations'
import { refuseIf, type Problems } from '../../problem'
import { hasHistory } from '../policy/history'
import { repositoryKey } from '../reference'
import type { Owner } from './owner'

export const identityChanged = (now: IdentityDefaults = {}, old: IdentityDefaults = {}): boolean =>
  now.cluster !== old.cluster || now.hostnameExpr !== old.hostnameExpr || now.usernameExpr !== old.usernameExpr

/** Refuses new identity defaults while policies with snapshots would begin a new history by them. */
export const keepsHistories = (
  owner: Owner,
  old: Owner,
  { metadata, policies }: { readonly metadata: ObjectMeta; readonly policies: ReadonlyArray<unknown> },
): Problems => {
  const forked = policies
    .map(snapshotPolicy.decode)
    .flatMap((decoded) => (decoded._tag === 'Right' ? [decoded.right] : []))
    .filter((policy) => uses(policy, owner) && isForked(policy, owner, old))
  const names = forked.map(({ metadata: { namespace, name } }) => `${namespace ?? ''}/${name}`).sort()
  const shown = names.slice(0, 5).join(', ')
  return refuseIf(
    names.length > 0 && (metadata.annotations?.[Annotation.allowIdentityChange] ?? '') === '',
    'spec.identityDefaults',
    `would start a new history for ${shown}${names.length > 5 ? ` and ${names.length - 5} more` : ''}: ` +
      `set annotation ${Annotation.allowIdentityChange} to accept that, or pin spec.identity in those policies`,
  )
}

const uses = (policy: SnapshotPolicy, owner: Owner): boolean => {
  const refs = 'repository' in policy.spec ? [policy.spec.repository] : policy.spec.repositories
  const key =
    owner.kind === 'ClusterRepository'
      ? `ClusterRepository/${owner.name}`
      : `Repository/${owner.namespace}/${owner.name}`
  return refs.some((ref) => repositoryKey(ref, policy.metadata.namespace ?? '') === key)
}

const isForked = (policy: SnapshotPolicy, owner: Owner, old: Owner): boolean => {
  const { username, hostname } = policy.spec.identity ?? {}
  const changes = (part: keyof IdentityDefaults) =>
    owner.spec.identityDefaults?.[part] !== old.spec.identityDefaults?.[part]
  const forksUser = username === undefined && changes('usernameExpr')
  const forksHost = hostname === undefined && (changes('hostnameExpr') || changes('cluster'))
  return hasHistory(policy) && (forksUser || forksHost)
}
