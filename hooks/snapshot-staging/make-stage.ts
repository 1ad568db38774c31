import { sourceChanged, sourceOfStage } from '../core/snapshot-run'
import { both, chain, end, go, together, type Step } from '../core/step'
import { awaitClaim } from './await-claim'
import { awaitSnapshot } from './await-snapshot'
import { creating, stillAsked } from './creating'
import { noGroup } from './group'
import { failed, type Move } from './move'
import type { VolumeSnapshot } from './objects'
import { recipeOf, type Recipe } from './recipe'
import type { Scene } from './scene'
import { classesAhead, snapshotClassOf } from './snapshot-class'
import { originOf } from './source'
import { stagedOf } from './staged-of'
import { BINDING, since, sinceAsked, SNAPSHOTTING } from './waits'
import { wantedClaim, wantedSnapshot } from './wanted'

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
