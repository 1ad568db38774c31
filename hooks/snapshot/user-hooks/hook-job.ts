import { durationSeconds } from '../../../api/grammar'
import type { HookAction } from '../../../api/kinds/shared/hook-action'
import type { Snapshot } from '../../../api/kinds/snapshot'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { capName } from '../../core/names'

type RunJob = Extract<HookAction, { readonly runJob: unknown }>['runJob']
export type HookList = 'before' | 'after'

const DEFAULT_TIMEOUT_SECONDS = 300
/** Long enough to read the log of a hook. */
const KEEP_SECONDS = 3600

export const hookJobName = ({ metadata }: Pick<Snapshot, 'metadata'>, list: HookList, index: number): string =>
  capName(`${metadata.name}-${list === 'before' ? 'prehook' : 'posthook'}-${index}`)

/** The Job a user wrote, bounded in time. */
export const hookJob = (name: string, namespace: string, { jobSpec, timeout }: RunJob): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {
    name,
    namespace,
    labels: { [Label.managedBy]: MANAGED_BY, [Label.op]: 'hook' },
    annotations: { [Annotation.keepSeconds]: String(KEEP_SECONDS) },
  },
  spec: { activeDeadlineSeconds: timeoutSeconds(timeout), ...jobSpec },
})

const timeoutSeconds = (timeout: string | undefined): number => {
  const parsed = timeout === undefined ? undefined : durationSeconds(timeout)
  return parsed?._tag === 'Some' && parsed.value > 0 ? parsed.value : DEFAULT_TIMEOUT_SECONDS
}
