import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { equalJson } from '../../api/canonical'
import { refOf } from '../../api/kind-definition'
import { subject } from '../subject'
import { reportFolder, type Attempt } from './attempt-folder'
import type { JobRunnerOptions } from './job-runner-options'
import { jobStatusOf } from './job-spec'
import { jobStatus } from './job-status'
import type { NextStep } from './next-step'
import { reportChanges } from './report-files'

/** What the mover wrote, put on the Job before its status says that it ended. */
export const withReports = (
  { store }: JobRunnerOptions,
  job: KubeObject,
  attempts: ReadonlyArray<Attempt>,
): KubeObject => {
  const annotations = reportChanges(job, attempts.map(reportFolder))
  if (Object.keys(annotations).length === 0) return job
  const patched = store.patch(refOf(job), { type: 'merge', body: { metadata: { annotations } } })
  return E.isRight(patched) ? patched.right : job
}

/** The status that the attempts give, if it is another. */
export const writeStatus = (
  { store, clock, log }: JobRunnerOptions,
  job: KubeObject,
  attempts: ReadonlyArray<Attempt>,
  step: NextStep,
): void => {
  const status = jobStatus(jobStatusOf(job), attempts, step, clock.now())
  if (equalJson(job['status'], status)) return
  store.updateStatus({ ...job, status })
  if (step._tag === 'Complete') log(subject(job), 'completed')
  if (step._tag === 'Fail') log(subject(job), `failed: ${step.reason}: ${step.message}`)
}
