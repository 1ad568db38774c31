import type { RepositoryRef } from '../../../kinds/shared/reference'
import type { SnapshotPolicy } from '../../../kinds/snapshot-policy'
import { each, refuseIf, type Problems } from '../../problem'
import { repositoryKey, validRepositoryRef } from '../reference'

export const repositoriesOf = ({ spec }: Pick<SnapshotPolicy, 'spec'>): ReadonlyArray<RepositoryRef> =>
  'repository' in spec ? [spec.repository] : spec.repositories

export const validRepositories = ({ metadata, spec }: SnapshotPolicy): Problems =>
  'repository' in spec
    ? validRepositoryRef(spec.repository, 'spec.repository')
    : [
        ...each(spec.repositories, 'spec.repositories', validRepositoryRef),
        ...duplicates(spec.repositories.map((ref) => repositoryKey(ref, metadata.namespace ?? ''))),
      ]

const duplicates = (keys: ReadonlyArray<string>): Problems =>
  keys.flatMap((key, index) =>
    refuseIf(
      keys.indexOf(key) !== index,
      `spec.repositories[${index}]`,
      `names the same repository as spec.repositories[${keys.indexOf(key)}]: ${key}`,
    ),
  )
