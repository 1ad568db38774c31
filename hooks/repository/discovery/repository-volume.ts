import { claimRef } from '../../core/kube'
import { getNeed, needKey, type Need, type Reads } from '../../need'
import type { Observed } from '../observed'
import type { Obstacle } from './obstacle'

/** The claim that a filesystem repository lies in; the Pod of a Job would wait for it for ever. */
export const volumeNeeds = ({
  repository,
  namespace,
}: Pick<Observed, 'repository' | 'namespace'>): ReadonlyArray<Need> => {
  const claim = claimOf(repository)
  return claim === undefined ? [] : [getNeed(claimRef(namespace, claim))]
}

export const missingVolume = (observed: Observed, reads: Reads): Obstacle | undefined =>
  volumeNeeds(observed).some((need) => reads.get(needKey(need))?._tag === 'Missing')
    ? {
        type: 'RepositoryVolumeAvailable',
        reason: 'RepositoryPvcMissing',
        message: `PersistentVolumeClaim ${observed.namespace}/${claimOf(observed.repository) ?? ''} of spec.backend.filesystem does not exist; create it there. It goes on by itself as soon as it is there.`,
        action: 'CreateClaim',
      }
    : undefined

const claimOf = ({ spec: { backend } }: Observed['repository']): string | undefined =>
  'filesystem' in backend && backend.filesystem.volume !== undefined && 'pvc' in backend.filesystem.volume
    ? backend.filesystem.volume.pvc.name
    : undefined
