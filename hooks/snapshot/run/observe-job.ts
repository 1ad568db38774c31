import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import type { KubeObject } from '../../../api/kubernetes/object'
import { readyTriple } from '../../core/conditions'
import { jobEnd, jobOutcome, reportedSuccess, type JobOutcome } from '../../core/mover-job'
import { secondJobName } from '../../core/snapshot-run'
import { end, type Step } from '../../core/step'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { afterHooks } from '../user-hooks/after-hooks'
import { askForProbe } from './ask-for-probe'
import { factsOfJob } from './facts-of-job'
import { failedRun } from './failed-run'
import { podWatch } from './pod-watch'
import { succeededRun } from './succeeded-run'

/** What a mover Job that was seen says of the run, and what the user wants done after it. */
export const observeJob = (scene: Scene, job: KubeObject): Step<never, Move> => {
  const told = jobTells(scene, job)
  const isOver = told._tag === 'End' && told.end.status?.phase !== 'Running'
  const isDying = scene.snapshot.metadata.deletionTimestamp !== undefined
  return isOver && !isDying ? afterHooks(scene, job, told.end) : told
}

/** What is saved is saved: the mover's word for it comes seconds before Kubernetes closes the Job. */
export const runOutcome = (job: KubeObject): JobOutcome => reportedSuccess(job) ?? jobOutcome(job)

const jobTells = (scene: Scene, job: KubeObject): Step<never, Move> => {
  const outcome = runOutcome(job)
  const status = { ...factsOfJob(job), job: { name: job.metadata.name, attempts: attemptsOf(scene, job, outcome) } }
  switch (outcome._tag) {
    case 'Active':
      return podWatch(scene, job, running(scene, outcome, status))
    case 'Complete':
      return end(withStatus(succeededRun(scene, outcome.outcome), status))
    case 'Failed':
      return askForProbe(scene, jobEnd(job) ?? scene.now, withStatus(failedRun(scene, job, outcome), status))
  }
}

/** A second Job stands for at least one attempt that was lost. */
const attemptsOf = ({ snapshot }: Scene, job: KubeObject, { attempts }: JobOutcome): number =>
  job.metadata.name === secondJobName(snapshot) ? attempts + 1 : attempts

const withStatus = (move: Move, status: Partial<SnapshotStatus>): Move => ({
  ...move,
  status: { ...status, ...move.status },
})

const running = (
  { snapshot }: Scene,
  { startTime }: Extract<JobOutcome, { readonly _tag: 'Active' }>,
  status: Partial<SnapshotStatus>,
): Move => {
  const started = startTime ?? snapshot.status?.timing?.startTime
  return {
    status: { ...status, phase: 'Running', ...(started === undefined ? {} : { timing: { startTime: started } }) },
    conditions: readyTriple('Reconciling', 'MoverJobRunning', 'The mover is running.'),
  }
}
