import { kubeObject } from '../../../api/kubernetes/object'
import { claimRef } from '../../core/kube'
import { describeRepository } from '../../core/repository'
import { chain, end, go, readStep, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { blockedOn } from '../waiting'
import type { RepositoryPlace } from './repository-of'

/** The claim of a repository on a volume has to be in the namespace of the mover; without it the Job would only hang. */
export const repositoryVolumeThere = (scene: Scene, place: RepositoryPlace): Step<true, Move> => {
  const { backend } = place.repository.spec
  const volume = 'filesystem' in backend ? backend.filesystem.volume : undefined
  if (volume === undefined || !('pvc' in volume)) return go(true)
  const { name } = volume.pvc
  return chain(readStep(kubeObject, scene.reads, claimRef(scene.namespace, name)), (read) =>
    read._tag === 'Missing' ? end(missing(scene, place, name)) : go(true),
  )
}

const missing = ({ namespace }: Scene, { ref }: RepositoryPlace, name: string): Move => {
  const message = `Claim ${namespace}/${name}, on which ${describeRepository(ref)} lies, does not exist. Movers mount it in their own namespace: create it there, on the same volume.`
  return {
    ...blockedOn({
      reason: 'RepositoryVolumeMissing',
      message,
      conditions: [{ type: 'RepositoryVolumeAvailable', status: 'False', reason: 'RepositoryVolumeMissing', message }],
      action: 'CheckReferences',
    }),
    resyncAfterSeconds: 30,
  }
}
