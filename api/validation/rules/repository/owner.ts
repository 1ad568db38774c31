import type { RepositorySpec } from '../../../kinds/repository'

/** The repository whose spec is checked, of either kind. */
export interface Owner {
  readonly kind: 'Repository' | 'ClusterRepository'
  readonly name: string
  /** Absent for a ClusterRepository, and where a manifest names none. */
  readonly namespace?: string
  readonly spec: Omit<RepositorySpec, 'server'>
}
