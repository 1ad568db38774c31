import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { ExitCode } from '../../../api/mover/outcome'
import { MAX_WORK_SPEC_BYTES } from '../../../api/mover/work-spec'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { utf8 } from '../names'
import type { MoverJobRequest } from './mover-job-request'
import { moverPod } from './mover-pod'

export type MoverJobRefusal = { readonly _tag: 'WorkSpecTooLarge'; readonly bytes: number; readonly limit: number }

export const DEFAULT_BACKOFF_LIMIT = 2
export const DEFAULT_ACTIVE_DEADLINE_SECONDS = 172_800

/**
 * One Job with one container that does one work spec. It has no TTL: whoever asked for it drops it once its outcome is
 * recorded. A replacement starts only after the pod before it has ended, so no two movers of one run overlap.
 */
export const moverJob = (request: MoverJobRequest): E.Either<MoverJobRefusal, KubeObject> => {
  const workSpec = JSON.stringify(request.workSpec)
  const bytes = utf8(workSpec).length
  return bytes > MAX_WORK_SPEC_BYTES
    ? E.left({ _tag: 'WorkSpecTooLarge', bytes, limit: MAX_WORK_SPEC_BYTES })
    : E.right({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: {
          name: request.name,
          namespace: request.namespace,
          labels: jobLabels(request),
          ...(request.annotations === undefined ? {} : { annotations: request.annotations }),
        },
        spec: {
          activeDeadlineSeconds: request.failurePolicy?.activeDeadlineSeconds ?? DEFAULT_ACTIVE_DEADLINE_SECONDS,
          backoffLimit: request.failurePolicy?.backoffLimit ?? DEFAULT_BACKOFF_LIMIT,
          completions: 1,
          parallelism: 1,
          podFailurePolicy,
          podReplacementPolicy: 'Failed',
          template: moverPod(request, workSpec, jobLabels(request)),
        },
      })
}

const jobLabels = ({ placement, labels }: MoverJobRequest) => ({
  ...placement?.podLabels,
  ...labels,
  [Label.managedBy]: MANAGED_BY,
})

/** A hopeless failure ends the Job at once; a pod that a drain took away is no failure of the run. */
const podFailurePolicy = {
  rules: [
    { action: 'FailJob', onExitCodes: { containerName: 'mover', operator: 'In', values: [ExitCode.hopeless] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
  ],
}
