import { kubeObject } from '../../../api/kubernetes/object'
import { claimPod, listAs, podEnded } from '../../core/kube'
import { jobEnd } from '../../core/mover-job'
import type { Need } from '../../need'
import type { Scene } from '../scene'
import { jobLabels } from './maintenance-job'
import type { Wanted } from './wanted'

/** What keeps a run from starting: kopia's own lock holds on one machine only, so that two runs must never meet. */
export type Obstacle =
  | { readonly _tag: 'None' }
  /** A Job that goes without anybody's doing, or what was not read yet. */
  | { readonly _tag: 'Passing' }
  | { readonly _tag: 'Pod'; readonly message: string }

export const obstacleNeeds = (scene: Scene): ReadonlyArray<Need> => [listNeed(scene, 'Job'), listNeed(scene, 'Pod')]

/** The API server knows of Jobs that a cache has not seen yet, and of pods that outlive a deleted Job. */
export const obstacle = (scene: Scene, wanted: Wanted): Obstacle =>
  isJobInTheWay(scene, wanted) ? { _tag: 'Passing' } : podInTheWay(scene)

/** One that runs, or one that still has the name. */
const isJobInTheWay = (scene: Scene, wanted: Wanted): boolean => {
  const live = listAs(kubeObject)(scene.reads, listNeed(scene, 'Job'))
  return (
    live._tag !== 'Listed' ||
    live.unreadable.length > 0 ||
    live.items.some((job) => jobEnd(job) === undefined || job.metadata.name === wanted.name) ||
    scene.runs.some(({ job }) => job.metadata.name === wanted.name)
  )
}

const podInTheWay = (scene: Scene): Obstacle => {
  const live = listAs(claimPod)(scene.reads, listNeed(scene, 'Pod'))
  switch (live._tag) {
    case 'NotRead':
      return { _tag: 'Passing' }
    case 'Forbidden':
      return inTheWay(`Pods of namespace ${scene.namespace} cannot be listed: ${live.message}`)
    case 'Listed': {
      const name = [...live.unreadable, ...live.items.filter((pod) => !podEnded(pod))][0]?.metadata.name
      return name === undefined ? { _tag: 'None' } : inTheWay(stillThere(scene, name))
    }
  }
}

const inTheWay = (message: string): Obstacle => ({ _tag: 'Pod', message })

const stillThere = ({ namespace }: Scene, name: string): string =>
  `Pod ${name} of an earlier run has not ended yet, and two runs at once could harm the repository. If its node is gone for good: kubectl delete pod -n ${namespace} ${name} --force`

const listNeed = ({ maintenance, namespace }: Scene, kind: 'Job' | 'Pod'): Need => ({
  _tag: 'List',
  apiVersion: kind === 'Job' ? 'batch/v1' : 'v1',
  kind,
  namespace,
  labelSelector: { matchLabels: jobLabels(maintenance) },
})
