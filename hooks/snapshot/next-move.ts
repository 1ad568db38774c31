import { readyTriple } from '../core/conditions'
import { end, type Step } from '../core/step'
import { finalize, lingering } from './deletion/finalize'
import { finished } from './finished/finished'
import { adoption } from './launch/adoption'
import { launch } from './launch/launch'
import { stay, type Move } from './move'
import { isBornFinished } from '../core/origin'
import { runJobName, secondJobName, stageOf } from '../core/snapshot-run'
import { rowStep } from './row/row'
import { followRun } from './run/run'
import { observeJob } from './run/observe-job'
import type { Scene } from './scene'
import { afterFailure } from './user-hooks/after-failure'

/** What happens next with one Snapshot. */
export const nextMove = (scene: Scene): Step<never, Move> => {
  if (isOutOfScope(scene)) return end(scene.finalizing ? { finalized: true } : outOfScope())
  if (scene.finalizing) return finalize(scene)
  if (scene.snapshot.metadata.deletionTimestamp !== undefined) return lingering(scene)
  switch (stageOf(scene.snapshot)) {
    case 'launch':
      return adopting(scene, afterFailure(scene, beginning(scene)))
    case 'run':
      return afterFailure(scene, followRun(scene))
    case 'finished':
      return finished(scene)
    case 'deleting':
    case 'unknown':
      return end(stay())
  }
}

const adopting = (scene: Scene, step: Step<never, Move>): Step<never, Move> =>
  step._tag !== 'End' ? step : end({ ...step.end, effects: [...adoption(scene), ...(step.end.effects ?? [])] })

/** A Job that is there was made by this run, even when nobody had time to write it down. */
const beginning = (scene: Scene): Step<never, Move> => {
  const job = scene.jobs.get(secondJobName(scene.snapshot)) ?? scene.jobs.get(runJobName(scene.snapshot))
  if (job !== undefined) return observeJob(scene, job)
  return isBornFinished(scene.snapshot)
    ? rowStep(scene)
    : launch(scene, { jobName: runJobName(scene.snapshot), attempt: 'first' })
}

const isOutOfScope = ({ namespace, settings }: Scene): boolean =>
  settings.onlyNamespace !== undefined && settings.onlyNamespace !== namespace

const outOfScope = (): Move => ({
  conditions: readyTriple(
    'Stalled',
    'OutOfScope',
    'This installation acts on another namespace only; move the Snapshot there or install with cluster scope.',
  ),
})
