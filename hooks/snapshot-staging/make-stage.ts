import { both, chain, end, readStep, together, type Step } from '../core/step'
import { instantOf } from '../core/time/instant'
import { creating, stillAsked } from './creating'
import { noGroup } from './group'
import { failed, waitingUntil, type Move, type Told } from './move'
import { storageClass, storageClassRef, type Claim, type VolumeSnapshot } from './objects'
import { recipeOf, type Recipe } from './recipe'
import type { Scene } from './scene'
import { classesAhead, snapshotClassOf } from './snapshot-class'
import { afterTimeout, originOf } from './source'
import { stagedOf } from './staged-of'
import { wantedClaim, wantedSnapshot } from './wanted'

/** The next step towards a claim that the run can read: a volume snapshot, a claim from it, its volume. */
export const makeStage = (scene: Scene): Step<never, Move> => {
  const { claim, volumeSnapshot } = scene
  if (claim !== undefined) return chain(recipeOf(scene), (recipe) => awaitClaim(scene, recipe, claim))
  if (volumeSnapshot !== undefined && volumeSnapshot.status?.readyToUse !== true)
    return chain(recipeOf(scene), (recipe) => end(awaitSnapshot(scene, recipe, volumeSnapshot)))
  return chain(both(recipeOf(scene), stillAsked(scene)), ([recipe]) =>
    volumeSnapshot === undefined ? begin(scene, recipe) : claimOf(scene, recipe, volumeSnapshot),
  )
}

const begin = (scene: Scene, recipe: Recipe): Step<never, Move> =>
  chain(
    both(together<unknown, Move>([noGroup(scene, recipe), classesAhead(scene, recipe)]), originOf(scene, recipe)),
    ([, origin]) =>
      recipe.method === 'Clone'
        ? creating(scene, wantedClaim(scene, recipe, origin), BINDING)
        : chain(snapshotClassOf(scene, recipe, origin.driver), (className) =>
            creating(scene, wantedSnapshot(scene, recipe, className), SNAPSHOTTING),
          ),
  )

const claimOf = (scene: Scene, recipe: Recipe, snapshot: VolumeSnapshot): Step<never, Move> =>
  chain(originOf(scene, recipe), (origin) => creating(scene, wantedClaim(scene, recipe, origin, snapshot), BINDING))

const SNAPSHOTTING: Told = {
  reason: 'WaitingForVolumeSnapshot',
  message: 'Waits until the storage has taken a snapshot of the source.',
}

const BINDING: Told = {
  reason: 'WaitingForStagedPvcBind',
  message: 'Waits until the copy of the source has its volume.',
}

/** An error of the storage is tried again by the snapshot controller: only the deadline makes it final. */
const awaitSnapshot = (scene: Scene, recipe: Recipe, snapshot: VolumeSnapshot): Move => {
  const error = snapshot.status?.error?.message?.slice(0, 1024)
  const { name, creationTimestamp } = snapshot.metadata
  return waitingUntil(
    { since: instantOf(creationTimestamp) ?? scene.now, timeout: recipe.timeout, now: scene.now },
    error === undefined ? SNAPSHOTTING : { ...SNAPSHOTTING, message: `VolumeSnapshot ${name}: ${error}` },
    {
      told:
        error === undefined
          ? {
              reason: 'StagingTimedOut',
              message: `VolumeSnapshot ${name} did not become ready; see whether the snapshot controller and the sidecar of the storage run. ${afterTimeout(recipe.timeout)}`,
            }
          : {
              reason: 'VolumeSnapshotFailed',
              message: `VolumeSnapshot ${name}: ${error.replace(/\.$/, '')}. ${afterTimeout(recipe.timeout)}`,
            },
      stage: stagedOf(scene, recipe.timeout),
    },
  )
}

/** A class that waits for its first pod gives the volume when the mover comes; the claim is watched on. */
const awaitClaim = (scene: Scene, recipe: Recipe, claim: Claim): Step<never, Move> => {
  const stage = stagedOf(scene, recipe.timeout)
  const ready: Move = { answer: { ready: { ...stage, pvcName: claim.metadata.name } } }
  switch (claim.status?.phase) {
    case 'Bound':
      return end(ready)
    case 'Lost':
      return end(failed(lostClaim(claim), stage))
    default:
      return chain(readStep(storageClass, scene.reads, storageClassRef(claim.spec.storageClassName ?? '')), (read) =>
        end(
          read._tag === 'Found' && read.value.volumeBindingMode === 'WaitForFirstConsumer'
            ? ready
            : unbound(scene, claim, recipe.timeout),
        ),
      )
  }
}

export const lostClaim = ({ metadata }: Pick<Claim, 'metadata'>): Told => ({
  reason: 'StagedPvcLost',
  message: `Claim ${metadata.name}, the copy of the source, has lost its volume or was deleted. See who deletes claims of this namespace, then make a new Snapshot.`,
})

/** A claim without its volume, until its time is over. */
export const unbound = (scene: Scene, { metadata }: Claim, timeout: number): Move =>
  waitingUntil({ since: instantOf(metadata.creationTimestamp) ?? scene.now, timeout, now: scene.now }, BINDING, {
    told: {
      reason: 'StagedPvcBindTimeout',
      message: `Claim ${metadata.name}, the copy of the source, got no volume; kubectl describe it to see why. ${afterTimeout(timeout)}`,
    },
    stage: stagedOf(scene, timeout),
  })
