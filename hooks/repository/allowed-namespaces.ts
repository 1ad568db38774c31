import type { ClusterRepository } from '../../api/kinds/cluster-repository'
import type { AnyRepository } from '../core/repository'
import type { Need, Reads } from '../need'
import { needKey } from '../need'
import type { AnyStatus } from './any-status'

const ALL = -1

/** Only a selector has to be looked up. */
export const namespaceNeeds = (repository: AnyRepository): ReadonlyArray<Need> => {
  const allowed = allowedOf(repository)
  return allowed !== undefined && 'selector' in allowed
    ? [{ _tag: 'List', apiVersion: 'v1', kind: 'Namespace', labelSelector: allowed.selector }]
    : []
}

/** How many namespaces may use a ClusterRepository now; -1 for all of them. */
export const allowedNamespaceCount = (
  repository: AnyRepository,
  reads: Reads,
): Pick<AnyStatus, 'allowedNamespaceCount'> => {
  const allowed = allowedOf(repository)
  if (allowed === undefined) return {}
  if ('list' in allowed) return { allowedNamespaceCount: allowed.list.length }
  if ('all' in allowed) return { allowedNamespaceCount: allowed.all ? ALL : 0 }
  const [outcome] = namespaceNeeds(repository).map((need) => reads.get(needKey(need)))
  return outcome?._tag === 'Listed' ? { allowedNamespaceCount: outcome.items.length } : {}
}

const allowedOf = (repository: AnyRepository): ClusterRepository['spec']['allowedNamespaces'] | undefined =>
  repository.kind === 'ClusterRepository' ? repository.spec.allowedNamespaces : undefined
