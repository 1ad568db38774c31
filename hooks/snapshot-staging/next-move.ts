import { stagedAnswerOf, stageOf } from '../core/snapshot-run'
import { end, type Step } from '../core/step'
import { makeStage } from './make-stage'
import type { Move } from './move'
import { isAsked } from './request-state'
import type { Scene } from './scene'
import { tidyUp } from './tidy-up'
import { watchStage } from './watch-stage'

/** What happens next with the stage of one Snapshot. */
export const nextMove = (scene: Scene): Step<never, Move> => {
  const { snapshot, settings, namespace } = scene
  if (settings.onlyNamespace !== undefined && settings.onlyNamespace !== namespace) return end({})
  // What was made for a Snapshot that is going its own controller takes away, before it lets it go.
  if (snapshot.metadata.deletionTimestamp !== undefined) return end({})
  switch (stageOf(snapshot)) {
    case 'launch':
    case 'run':
      return staging(scene)
    case 'finished':
      return tidyUp(scene)
    case 'deleting':
    case 'unknown':
      return end({})
  }
}

const staging = (scene: Scene): Step<never, Move> => {
  const answer = stagedAnswerOf(scene.snapshot)
  if (answer !== undefined && 'ready' in answer) return watchStage(scene, answer.ready)
  return isAsked(scene.snapshot) ? makeStage(scene) : end({})
}
