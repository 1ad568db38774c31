import { enumeration, nullable, object, string, withDefault, type TypeOf } from '../../schema'

/** A Secret; `namespace` absent: that of the object which names it. */
export const secretRef = object({ name: string }, { namespace: nullable(string) })
export type SecretRef = TypeOf<typeof secretRef>

/** A namespaced object of a kind that the field fixes; `namespace` absent: that of the object which names it. */
export const localRef = object({ name: string }, { namespace: nullable(string) })
export type LocalRef = TypeOf<typeof localRef>

export const repositoryKind = enumeration('Repository', 'ClusterRepository')

/** A repository; `kind` absent: Repository. A ClusterRepository carries no namespace. */
export const repositoryRef = object(
  { name: string },
  { kind: withDefault(repositoryKind, 'Repository'), namespace: nullable(string) },
)
export type RepositoryRef = TypeOf<typeof repositoryRef>
