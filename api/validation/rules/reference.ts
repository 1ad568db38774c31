import type { LocalRef, RepositoryRef } from '../../kinds/shared/reference'
import { isBlank, refuseIf, type Problems } from '../problem'

export const validRepositoryRef = (ref: RepositoryRef, path: string): Problems => [
  ...validName(ref, path),
  ...refuseIf(
    ref.kind === 'ClusterRepository' && ref.namespace !== undefined,
    `${path}.namespace`,
    'must be left out: a ClusterRepository is named without a namespace',
  ),
]

export const validName = ({ name }: Pick<LocalRef, 'name'>, path: string): Problems =>
  refuseIf(isBlank(name), `${path}.name`, 'must not be empty')

/** Equal texts name the same repository. */
export const repositoryKey = (ref: RepositoryRef, namespace: string): string =>
  ref.kind === 'ClusterRepository'
    ? `ClusterRepository/${ref.name}`
    : `Repository/${ref.namespace ?? namespace}/${ref.name}`
