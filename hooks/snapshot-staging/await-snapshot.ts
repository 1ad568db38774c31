import { lateMessage, waitingUntil, type Move } from './move'
import type { VolumeSnapshot } from './objects'
import type { Recipe } from './recipe'
import type { Scene } from './scene'
import { stagedOf } from './staged-of'
import { since, SNAPSHOTTING } from './waits'

/** An error of the storage is tried again by the snapshot controller: only the deadline makes it final. */
export const awaitSnapshot = (scene: Scene, recipe: Recipe, snapshot: VolumeSnapshot): Move => {
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
