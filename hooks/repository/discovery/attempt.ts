import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { jobEnd, jobOutcome } from '../../core/mover-job'
import type { Instant } from '../../core/time/instant'
import { reportOf, type Report } from './report'

/** `Probe`: only whether the backend still answers; a failure counts against the threshold. `Connect`: the whole bootstrap. */
export type Purpose = 'Connect' | 'Probe'

/** One discovery Job as it is observed, with what it was started for. */
export interface Attempt {
  readonly job: KubeObject
  readonly purpose: Purpose
  /** Generation of the repository that it was started for. */
  readonly generation: number
  readonly credentialVersion?: string
  /** The token of `reverify-requested-at` that it answers. */
  readonly reverifyToken?: string
  /** The unique id that was given up when it was started. */
  readonly reinitialized?: string
  readonly state:
    { readonly _tag: 'Active' } | { readonly _tag: 'Ended'; readonly at: Instant; readonly report: Report }
}

export const attemptOf = (job: KubeObject): Attempt => {
  const annotations = job.metadata.annotations ?? {}
  const end = jobEnd(job)
  const report = reportOf(jobOutcome(job))
  return {
    job,
    purpose: annotations[Annotation.discoveryPurpose] === 'Probe' ? 'Probe' : 'Connect',
    generation: Number(annotations[Annotation.bootstrapGeneration] ?? 0),
    ...startedWith(annotations),
    state: end === undefined || report === undefined ? { _tag: 'Active' } : { _tag: 'Ended', at: end, report },
  }
}

const startedWith = (annotations: {
  readonly [key: string]: string
}): Pick<Attempt, 'credentialVersion' | 'reverifyToken' | 'reinitialized'> => {
  const credentialVersion = annotations[Annotation.credentialVersion]
  const reverifyToken = annotations[Annotation.reverifyRequestedAt]
  const reinitialized = annotations[Annotation.allowReinitialize]
  return {
    ...(credentialVersion === undefined ? {} : { credentialVersion }),
    ...(reverifyToken === undefined ? {} : { reverifyToken }),
    ...(reinitialized === undefined ? {} : { reinitialized }),
  }
}
