import { customizeRequest, type RelatedRule } from '../../api/metacontroller/customize'
import { API_VERSION } from '../../api/names/group'
import type { CustomizeHook } from '../hook'

/** Kinds whose presence in a namespace brings movers there. Each changes its status on transitions only. */
const RUNS_MOVERS = [
  'maintenances',
  'repositories',
  'repositoryreplications',
  'restores',
  'snapshotpolicies',
  'snapshotreplications',
]

/** The movers of a ClusterRepository run beside its password: any namespace may be that one. */
export const relatedRules = (namespace: string): ReadonlyArray<RelatedRule> => [
  ...RUNS_MOVERS.map((resource) => ({ apiVersion: API_VERSION, resource, namespace })),
  { apiVersion: API_VERSION, resource: 'clusterrepositories' },
]

export const customize: CustomizeHook = (body) => {
  const decoded = customizeRequest.decode(body)
  return decoded._tag === 'Left' ? decoded : { _tag: 'Right', right: relatedRules(decoded.right.parent.metadata.name) }
}
