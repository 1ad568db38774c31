import type { NamedLayer } from '../../core/mover-job'
import { repositoryLayer, type AnyRepository } from '../../core/repository'
import type { Scene } from '../scene'

/** The layers of its mover with the names they go by, lowest first. */
export const moverLayers = (
  { maintenance }: Pick<Scene, 'maintenance'>,
  repository: AnyRepository,
): ReadonlyArray<NamedLayer> => [
  { from: `${repository.kind} spec.moverDefaults`, layer: repositoryLayer(repository) },
  { from: 'Maintenance spec.mover', layer: maintenance.spec.mover ?? {} },
]
