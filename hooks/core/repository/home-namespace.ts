import type { Settings } from '../../settings'
import type { RepositoryRef } from '../names'
import type { AnyRepository } from './any-repository'

/** Where Jobs of a repository run that belong to no workload: beside its password. */
export const homeNamespace = (
  ref: RepositoryRef,
  { spec }: Pick<AnyRepository, 'spec'>,
  { operatorNamespace }: Pick<Settings, 'operatorNamespace'>,
): string =>
  ref.kind === 'Repository' ? ref.namespace : (spec.encryption.passwordSecretRef.namespace ?? operatorNamespace)
