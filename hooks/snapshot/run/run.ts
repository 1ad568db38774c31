import { kubeObject } from '../../../api/kubernetes/object'
import { readyTriple } from '../../core/conditions'
import { both, chain, end, go, readStep, type Step } from '../../core/step'
import { podsGone, runJobName, secondJobName } from '../../core/snapshot-run'
import { formatInstant } from '../../core/time/instant'
import { launch } from '../launch/launch'
import { stay, type Move } from '../move'
import { isBornFinished } from '../../core/origin'
import { isOwn, jobRef, type Scene } from '../scene'
import { timingOf } from './timing'
import { observeJob } from './observe-job'

const CATCH_UP_SECONDS = 5

/** A run that is under way: its Job says what becomes of it. */
export const followRun = (scene: Scene): Step<never, Move> => {
  const second = secondJobName(scene.snapshot)
  const name = scene.snapshot.status?.job?.name ?? runJobName(scene.snapshot)
  const job = scene.jobs.get(second) ?? scene.jobs.get(name)
  return job === undefined ? findJob(scene, name) : observeJob(scene, job)
}

/** Not seen is not gone: the watch may lag, or a label was taken off. Only a quorum read tells. */
const findJob = (scene: Scene, name: string): Step<never, Move> =>
  chain(
    both(readStep(kubeObject, scene.reads, jobRef(scene.namespace, name)), podsGone(scene, name)),
    ([read, isQuiet]) => {
      if (read._tag === 'Found' && isOwn(scene, read.value))
        return chain(withResync(observeJob(scene, read.value)), end)
      return read._tag === 'Forbidden' ? end(stay(60)) : lost(scene, name, isQuiet)
    },
  )

const withResync = (step: Step<never, Move>): Step<Move, never> =>
  step._tag === 'End' ? go({ resyncAfterSeconds: CATCH_UP_SECONDS, ...step.end }) : step

/** One further Job, once nothing of the first can write any more; when that is lost too, the run has failed. */
const lost = (scene: Scene, name: string, isQuiet: boolean): Step<never, Move> => {
  const second = secondJobName(scene.snapshot)
  if (name === second || isBornFinished(scene.snapshot)) return end(jobLost(scene, name))
  return isQuiet
    ? stillRunning(launch(scene, { jobName: second, attempt: 'second' }))
    : end({ ...stay(CATCH_UP_SECONDS * 2), conditions: readyTriple('Reconciling', 'MoverJobEnding', ENDING) })
}

const ENDING = 'The mover Job was deleted; its pod is still ending. A second Job takes over then.'

/** A run that waits for its second Job stays a run: nobody may take it for one that has not begun. */
const stillRunning = (step: Step<never, Move>): Step<never, Move> =>
  step._tag === 'End' && step.end.status?.phase === 'Pending'
    ? end({ ...step.end, status: { ...step.end.status, phase: 'Running' } })
    : step

const jobLost = ({ snapshot, now }: Scene, name: string): Move => {
  const message = `Job ${name} is gone and left no report, and so had the one before it. See who deletes Jobs of this namespace, then make a new Snapshot; what was uploaded is used again.`
  return {
    status: {
      phase: 'Failed',
      failure: { kopiaErrorClass: 'Killed', message, retryRecommended: true },
      timing: timingOf({ ...snapshot.status?.timing, endTime: formatInstant(now) }),
    },
    conditions: readyTriple('Stalled', 'MoverJobLost', message),
    event: { type: 'Warning', action: 'CheckJobs' },
  }
}
