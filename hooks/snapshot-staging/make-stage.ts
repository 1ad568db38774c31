import { mustTryAgain, sourceChanged, sourceOfStage, volumeGoesAlong, type StagedAnswer } from '../core/snapshot-run'
import { both, chain, end, go, readStep, together, type Step } from '../core/step'
import { instantOf } from '../core/time/instant'
import { creating, stillAsked } from './creating'
import { noGroup } from './group'
import { failed, lateMessage, notReadable, waiting, waitingUntil, type Deadline, type Move, type Told } from './move'
import { storageClass, storageClassRef, type Claim, type VolumeSnapshot } from './objects'
import { recipeOf, type Recipe } from './recipe'
import { askedAt } from './request-state'
import type { Scene } from './scene'
import { classesAhead, snapshotClassOf } from './snapshot-class'
import { originOf } from './source'
import { stagedOf } from './staged-of'
import { wantedClaim, wantedSnapshot } from './wanted'

export type Ready = Extract<StagedAnswer, { readonly ready: unknown }>['ready']

/** The next step towards a claim that the run can read: a volume snapshot, a claim from it, its volume. */
export const makeStage = (scene: Scene): Step<never, Move> => {
  const { claim, volumeSnapshot } = scene
  const recipe = chain(recipeOf(scene), (read) => sameSource(scene, read))
  if (claim !== undefined) return chain(recipe, (read) => awaitClaim(scene, read, claim))
  if (volumeSnapshot !== undefined && volumeSnapshot.status?.readyToUse !== true)
    return chain(recipe, (read) => end(awaitSnapshot(scene, read, volumeSnapshot)))
  return chain(both(recipe, stillAsked(scene)), ([read]) =>
    volumeSnapshot === undefined ? begin(scene, read) : claimOf(scene, read, volumeSnapshot),
  )
}

/** What was begun of one source is never given to a run of another. */
const sameSource = (scene: Scene, recipe: Recipe): Step<Recipe, Move> => {
  const [other] = [scene.volumeSnapshot, scene.claim].flatMap((made) =>
    made === undefined || sourceOfStage(made) === recipe.source ? [] : [{ was: sourceOfStage(made) }],
  )
  return other === undefined
    ? go(recipe)
    : end(failed(sourceChanged(other.was, recipe.source), stagedOf(scene, recipe.timeout)))
}

const begin = (scene: Scene, recipe: Recipe): Step<never, Move> =>
  chain(
    both(together<unknown, Move>([noGroup(scene, recipe), classesAhead(scene, recipe)]), originOf(scene, recipe)),
    ([, origin]) =>
      recipe.method === 'Clone'
        ? creating(scene, wantedClaim(scene, recipe, origin), { told: BINDING, deadline: sinceAsked(scene, recipe) })
        : chain(snapshotClassOf(scene, recipe, origin.driver), (className) =>
            creating(scene, wantedSnapshot(scene, recipe, className), {
              told: SNAPSHOTTING,
              deadline: sinceAsked(scene, recipe),
            }),
          ),
  )

const claimOf = (scene: Scene, recipe: Recipe, snapshot: VolumeSnapshot): Step<never, Move> =>
  chain(originOf(scene, recipe), (origin) =>
    creating(scene, wantedClaim(scene, recipe, origin, snapshot), {
      told: BINDING,
      deadline: { ...since(scene, snapshot), timeout: 2 * recipe.timeout },
    }),
  )

const sinceAsked = ({ snapshot, now }: Scene, { timeout }: Recipe): Deadline => ({
  since: askedAt(snapshot, now),
  timeout,
  now,
})

const since = ({ now }: Scene, { metadata }: Pick<Claim, 'metadata'>) => ({
  since: instantOf(metadata.creationTimestamp) ?? now,
  now,
})

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
  const { name } = snapshot.metadata
  return waitingUntil(
    { ...since(scene, snapshot), timeout: recipe.timeout },
    error === undefined ? SNAPSHOTTING : { ...SNAPSHOTTING, message: `VolumeSnapshot ${name}: ${error}` },
    {
      told:
        error === undefined
          ? {
              reason: 'StagingTimedOut',
              message: lateMessage(
                `VolumeSnapshot ${name} did not become ready; see whether the snapshot controller and the sidecar of the storage run.`,
                recipe.timeout,
              ),
            }
          : {
              reason: 'VolumeSnapshotFailed',
              message: lateMessage(`VolumeSnapshot ${name}: ${error.replace(/\.$/, '')}.`, recipe.timeout),
            },
      stage: stagedOf(scene, recipe.timeout),
    },
  )
}

/** A class that waits for its first pod gives the volume when the mover comes; the claim is watched on. */
const awaitClaim = (scene: Scene, recipe: Recipe, claim: Claim): Step<never, Move> => {
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
            ? waiting(notReadable('StorageClasses'), RETRY_SECONDS)
            : read._tag === 'Found' && read.value.volumeBindingMode === 'WaitForFirstConsumer'
              ? { answer: { ready } }
              : unbound(scene, claim, recipe.timeout),
        ),
      )
  }
}

/** The claim is given to the run once its volume is sure to go with it. */
export const withItsVolume = (scene: Scene, claim: Claim, ready: Ready): Step<never, Move> =>
  chain(volumeGoesAlong(scene, claim), (effects) =>
    end<Move>(
      mustTryAgain(scene)
        ? { resyncAfterSeconds: TRY_AGAIN_SECONDS }
        : { answer: { ready, ...volumeOf(claim) }, effects },
    ),
  )

const TRY_AGAIN_SECONDS = 5
const RETRY_SECONDS = 30

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
