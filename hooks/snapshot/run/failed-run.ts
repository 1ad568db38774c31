import type { RunFailure } from '../../../api/kinds/shared/run-failure'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { Failure } from '../../../api/mover/outcome'
import { readyTriple } from '../../core/conditions'
import { jobEnd, type JobOutcome, type Succeeded } from '../../core/mover-job'
import { formatInstant } from '../../core/time/instant'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { moverTiming, timingOf } from './timing'

type FailedJob = Extract<JobOutcome, { readonly _tag: 'Failed' }>

export const failedRun = (scene: Scene, job: KubeObject, failed: FailedJob): Move => {
  const { namespace, name } = { namespace: scene.namespace, name: job.metadata.name }
  const look = `See its log: kubectl -n ${namespace} logs job/${name}`
  switch (failed.why) {
    case 'DeadlineExceeded':
      return ended(scene, job, {
        reason: 'MoverDeadlineExceeded',
        failure: {
          ...(failed.failure === undefined ? {} : failureOf(failed.failure)),
          kopiaErrorClass: 'Timeout',
          message: `The run did not end within its deadline. ${look}. Raise failurePolicy.activeDeadlineSeconds of the Snapshot if it needs longer, then make a new Snapshot.`,
          retryRecommended: true,
        },
        logTail: failed.logTail,
      })
    case 'MoverJobFailed':
      return ended(scene, job, {
        reason: 'MoverJobFailed',
        failure: {
          kopiaErrorClass: 'Crash',
          message: `The mover ended without a report${failed.message === '' ? '' : ` (${failed.message})`}. ${look}. Then make a new Snapshot.`,
          retryRecommended: true,
        },
        logTail: failed.logTail,
      })
    case 'Reported':
      return ended(scene, job, {
        reason: 'MoverJobFailed',
        failure: failed.failure === undefined ? UNKNOWN : failureOf(failed.failure),
        logTail: failed.logTail,
      })
  }
}

const UNKNOWN: RunFailure = { kopiaErrorClass: 'Unknown', message: 'The mover failed.', retryRecommended: false }

const failureOf = ({ kopiaErrorClass, message, retryRecommended, exitCode, op, stderrTail }: Failure): RunFailure => ({
  kopiaErrorClass,
  message,
  retryRecommended,
  ...(exitCode === undefined ? {} : { exitCode }),
  ...(op === undefined ? {} : { op }),
  ...(stderrTail === undefined ? {} : { stderrTail }),
})

interface Ended {
  readonly reason: string
  readonly failure: RunFailure
  readonly logTail: string | undefined
}

const ended = (scene: Scene, job: KubeObject, { reason, failure, logTail }: Ended): Move => {
  const endedAt = jobEnd(job) ?? scene.now
  const startTime = scene.snapshot.status?.timing?.startTime
  return {
    status: {
      phase: 'Failed',
      failure,
      timing: timingOf({ ...(startTime === undefined ? {} : { startTime }), endTime: formatInstant(endedAt) }),
      ...(logTail === undefined ? {} : { logTail }),
    },
    conditions: readyTriple('Stalled', reason, `${failure.kopiaErrorClass}: ${failure.message}`),
    event: { type: 'Warning', action: 'CheckMoverLog' },
  }
}

/** The mover did its work, but it was not this work. */
export const unexpectedResult = (scene: Scene, outcome: Succeeded): Move => {
  const message =
    'The mover reported another kind of work than a snapshot; service and mover images do not belong together. Bring both to one version, then make a new Snapshot.'
  return {
    status: {
      phase: 'Failed',
      failure: { kopiaErrorClass: 'BadWorkSpec', message, retryRecommended: false },
      timing: moverTiming(scene, outcome),
    },
    conditions: readyTriple('Stalled', 'MoverJobFailed', message),
    event: { type: 'Warning', action: 'UpgradeMoverImage' },
  }
}
