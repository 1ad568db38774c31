import { shortHash } from './fnv1a64'

/** A reference with its namespace filled in: equal repositories have equal references. */
export type RepositoryRef =
  | { readonly kind: 'Repository'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'ClusterRepository'; readonly name: string }

/** `Repository/<namespace>/<name>` or `ClusterRepository/<name>`: the key of maps and of fan-out names. */
export const repositoryKey = (ref: RepositoryRef): string =>
  ref.kind === 'Repository' ? `${ref.kind}/${ref.namespace}/${ref.name}` : `${ref.kind}/${ref.name}`

/** Value of the labels `repository`, `repo-pool` and `delete-repo`. */
export const repositoryLabel = (ref: RepositoryRef): string =>
  `${ref.name.slice(0, 40)}-${shortHash(
    ref.kind === 'Repository' ? `repository:${ref.namespace}/${ref.name}` : `clusterrepository:${ref.name}`,
  )}`
