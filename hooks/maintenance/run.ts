import type { KubeObject } from '../../api/kubernetes/object'
import { Annotation } from '../../api/names/annotations'
import { jobEnd, jobOutcome } from '../core/mover-job'
import type { Instant } from '../core/time/instant'
import { reportOf, type Report } from './report'

export type Mode = 'quick' | 'full'

/** One Job of a Maintenance as it is observed. */
export interface Run {
  readonly job: KubeObject
  readonly mode: Mode
  /** The text of the annotation that asked for it; absent where its slot did. */
  readonly requested?: string
  readonly state:
    { readonly _tag: 'Active' } | { readonly _tag: 'Ended'; readonly at: Instant; readonly report: Report }
}

export interface EndedRun extends Run {
  readonly state: Extract<Run['state'], { readonly _tag: 'Ended' }>
}

export const runOf = (job: KubeObject): Run => {
  const { annotations = {} } = job.metadata
  const requested = annotations[Annotation.runRequested]
  const end = jobEnd(job)
  const report = reportOf(jobOutcome(job))
  return {
    job,
    mode: annotations[Annotation.runMode] === 'full' ? 'full' : 'quick',
    ...(requested === undefined ? {} : { requested }),
    state: end === undefined || report === undefined ? { _tag: 'Active' } : { _tag: 'Ended', at: end, report },
  }
}

export const isEnded = (run: Run): run is EndedRun => run.state._tag === 'Ended'
