import { snapshot, type Snapshot } from '../../../api/kinds/snapshot'
import { kubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { chain, end, go, readStep, together, type Step } from '../../core/step'
import { stay, type Move } from '../move'
import { isOwn, jobRef, type Scene } from '../scene'
import { blockedOn } from '../waiting'

/** Seconds for the watch caches to show what the quorum reads already know. */
const CATCH_UP_SECONDS = 2

/** Which Job is about to be made: the run's first, or the one that takes over from a lost one. */
export interface Launch {
  readonly jobName: string
  readonly attempt: 'first' | 'second'
}

/**
 * The last thing before a Job is made: the Snapshot as it is now, not as the cache remembers it, still wants this very
 * run, and no Job of this name is there.
 */
export const fence = (scene: Scene, launch: Launch): Step<true, Move> =>
  chain(together<true, Move>([stillWanted(scene, launch), nameFree(scene, launch)]), () => go(true))

const stillWanted = (scene: Scene, launch: Launch): Step<true, Move> => {
  const ref = {
    apiVersion: API_VERSION,
    kind: 'Snapshot',
    namespace: scene.namespace,
    name: scene.snapshot.metadata.name,
  }
  return chain(readStep(snapshot, scene.reads, ref), (read) =>
    read._tag === 'Found' && wants(read.value, scene.uid, launch) ? go(true) : end(stay(CATCH_UP_SECONDS)),
  )
}

const wants = ({ metadata, status }: Snapshot, uid: string, { attempt, jobName }: Launch): boolean => {
  const isSame = metadata.uid === uid && metadata.deletionTimestamp === undefined
  return attempt === 'first'
    ? isSame && (status?.phase ?? 'Pending') === 'Pending' && status?.job === undefined
    : isSame && status?.phase === 'Running' && status.job?.name !== jobName
}

const nameFree = (scene: Scene, { jobName }: Launch): Step<true, Move> =>
  chain(readStep(kubeObject, scene.reads, jobRef(scene.namespace, jobName)), (read) => {
    if (read._tag === 'Missing') return go(true)
    return end(
      read._tag === 'Found' && !isOwn(scene, read.value) && read.value.metadata.deletionTimestamp === undefined
        ? nameTaken(scene, jobName)
        : stay(CATCH_UP_SECONDS),
    )
  })

const nameTaken = ({ namespace }: Scene, jobName: string): Move =>
  blockedOn(
    {
      reason: 'JobNameTaken',
      message: `Job ${namespace}/${jobName} is there and belongs to somebody else; delete or rename it, or make a Snapshot of another name.`,
      action: 'CheckReferences',
    },
    60,
  )
