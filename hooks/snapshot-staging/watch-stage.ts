import { kubeObject } from '../../api/kubernetes/object'
import { claimRef } from '../core/kube'
import { isSure, type ReadyStage } from '../core/snapshot-run'
import { chain, end, readStep, type Step } from '../core/step'
import { lostClaim, unbound, withItsVolume } from './await-claim'
import { failed, type Move } from './move'
import type { Scene } from './scene'

const CATCH_UP_SECONDS = 2

/** A stage that was given to its run: nothing of it is made again, whatever became of it. */
export const watchStage = (scene: Scene, ready: ReadyStage): Step<never, Move> => {
  const { claim } = scene
  if (claim === undefined) return missing(scene, ready)
  switch (claim.status?.phase) {
    case 'Bound':
      return isSure(scene, claim.spec.volumeName) ? end({}) : withItsVolume(scene, claim, ready)
    case 'Lost':
      return end(failed(lostClaim(claim), ready))
    default:
      return end(stillUnbound(unbound(scene, claim, ready.stagingTimeoutSeconds ?? 0)))
  }
}

/** The answer stays while the volume may still come. */
const stillUnbound = ({ answer, resyncAfterSeconds }: Move): Move =>
  answer !== undefined && 'failed' in answer
    ? { answer }
    : resyncAfterSeconds === undefined
      ? {}
      : { resyncAfterSeconds }

/** Not seen is not gone: the watch may lag. */
const missing = ({ namespace, reads }: Scene, ready: ReadyStage): Step<never, Move> =>
  chain(readStep(kubeObject, reads, claimRef(namespace, ready.pvcName)), (read) =>
    end(
      read._tag === 'Missing'
        ? failed(lostClaim({ metadata: { name: ready.pvcName } }), ready)
        : { resyncAfterSeconds: CATCH_UP_SECONDS },
    ),
  )
