import type { Mover } from '../../../api/kinds/shared/mover'
import type { Snapshot } from '../../../api/kinds/snapshot'
import type { NamedLayer } from '../../core/mover-job'
import { describeRepository, repositoryLayer } from '../../core/repository'
import type { PolicyPlace } from './policy-of'
import type { RepositoryPlace } from './repository-of'

/** Settings of the mover, lowest first. A single run cannot change where the cache lies, only how much of it is used. */
export const moverLayers = (
  { spec, metadata }: Pick<Snapshot, 'spec' | 'metadata'>,
  { policy }: Pick<PolicyPlace, 'policy'>,
  { ref, repository }: RepositoryPlace,
): ReadonlyArray<NamedLayer> => [
  { from: `spec.moverDefaults of ${describeRepository(ref)}`, layer: repositoryLayer(repository) },
  { from: `spec.mover of SnapshotPolicy ${policy.metadata.name}`, layer: policy.spec.mover ?? {} },
  { from: `spec.mover of Snapshot ${metadata.name}`, layer: withoutCachePlace(spec.mover ?? {}) },
]

const withoutCachePlace = ({ cache, ...mover }: Mover): Mover => {
  if (cache === undefined) return mover
  const { contentCacheSizeMb, metadataCacheSizeMb } = cache
  return {
    ...mover,
    cache: {
      ...(contentCacheSizeMb === undefined ? {} : { contentCacheSizeMb }),
      ...(metadataCacheSizeMb === undefined ? {} : { metadataCacheSizeMb }),
    },
  }
}

/** Seconds a finished Job stays because somebody asked for it. */
export const keepSeconds = (layers: ReadonlyArray<NamedLayer>): number | undefined =>
  layers.reduce<number | undefined>((kept, { layer }) => layer.ttlSecondsAfterFinished ?? kept, undefined)
