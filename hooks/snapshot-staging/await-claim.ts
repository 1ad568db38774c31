import { mustTryAgain, volumeGoesAlong, type ReadyStage } from '../core/snapshot-run'
import { chain, end, readStep, type Step } from '../core/step'
import { failed, lateMessage, unreadable, waitingUntil, type Move, type Told } from './move'
import { storageClass, storageClassRef, type Claim } from './objects'
import type { Recipe } from './recipe'
import type { Scene } from './scene'
import { stagedOf } from './staged-of'
import { BINDING, since } from './waits'

/** A class that waits for its first pod gives the volume when the mover comes; the claim is watched on. */
export const awaitClaim = (scene: Scene, recipe: Recipe, claim: Claim): Step<never, Move> => {
  const stage = stagedOf(scene, recipe.timeout)
  const ready = { ...stage, pvcName: claim.metadata.name }
  switch (claim.status?.phase) {
    case 'Bound':
      return withItsVolume(scene, claim, ready)
    case 'Lost':
      return end(failed(lostClaim(claim), stage))
    default:
      return chain(readStep(storageClass, scene.reads, storageClassRef(claim.spec.storageClassName ?? '')), (read) =>
        end(
          read._tag === 'Forbidden'
            ? unreadable('StorageClasses')
            : read._tag === 'Found' && read.value.volumeBindingMode === 'WaitForFirstConsumer'
              ? { answer: { ready } }
              : unbound(scene, claim, recipe.timeout),
        ),
      )
  }
}

/** The claim is given to the run once its volume is sure to go with it. */
export const withItsVolume = (scene: Scene, claim: Claim, ready: ReadyStage): Step<never, Move> =>
  chain(volumeGoesAlong(scene, claim), (effects) =>
    end<Move>(
      mustTryAgain(scene)
        ? { resyncAfterSeconds: TRY_AGAIN_SECONDS }
        : { answer: { ready, ...volumeOf(claim) }, effects },
    ),
  )

const TRY_AGAIN_SECONDS = 5
const volumeOf = ({ spec }: Claim) => (spec.volumeName === undefined ? {} : { volume: spec.volumeName })

export const lostClaim = ({ metadata }: Pick<Claim, 'metadata'>): Told => ({
  reason: 'StagedPvcLost',
  message: `Claim ${metadata.name}, the copy of the source, has lost its volume or was deleted. See who deletes claims of this namespace, then make a new Snapshot.`,
})

/** A claim without its volume, until its time is over. */
export const unbound = (scene: Scene, { metadata }: Claim, timeout: number): Move =>
  waitingUntil({ ...since(scene, { metadata }), timeout }, BINDING, {
    told: {
      reason: 'StagedPvcBindTimeout',
      message: lateMessage(
        `Claim ${metadata.name}, the copy of the source, got no volume; kubectl describe it to see why.`,
        timeout,
      ),
    },
    stage: stagedOf(scene, timeout),
  })
