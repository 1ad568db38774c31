import { hasCondition } from '../conditions'
import type { AnyRepository } from './any-repository'

const AWAY = ['BackendUnreachable', 'RepositoryVanished']

/**
 * Whether upkeep such as maintenance and deletions may go to the backend: ready, or degraded for being slow, which
 * upkeep may cure. Backups and restores wait for `isReady`.
 */
export const isServing = ({ status }: Pick<AnyRepository, 'status'>): boolean =>
  status?.uniqueId !== undefined &&
  (status.phase === 'Ready' ||
    (status.phase === 'Degraded' &&
      !AWAY.some((reason) => hasCondition(status.conditions, 'BackendReachable', 'False', reason))))
