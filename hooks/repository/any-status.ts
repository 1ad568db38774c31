import type { ClusterRepositoryStatus } from '../../api/kinds/cluster-repository'

/** Status of both kinds; a Repository never has the count of namespaces. */
export type AnyStatus = ClusterRepositoryStatus
