import type { HookAction } from '../../../api/kinds/shared/hook-action'
import type { KubeObject } from '../../../api/kubernetes/object'
import { jobClosing } from '../../core/mover-job'
import type { Scene } from '../scene'
import { hookJob, hookJobName, type HookList } from './hook-job'

/** How far a list of hooks has come; they run in order, each once. */
export type HookProgress =
  | { readonly _tag: 'Start'; readonly job: KubeObject }
  | { readonly _tag: 'Running'; readonly jobName: string }
  | { readonly _tag: 'Failed'; readonly message: string }
  /** All are through; those that were allowed to fail and did are named. */
  | { readonly _tag: 'Passed'; readonly failures: ReadonlyArray<string> }

export const hookProgress = (
  { snapshot, namespace, jobs }: Pick<Scene, 'snapshot' | 'namespace' | 'jobs'>,
  list: HookList,
  actions: ReadonlyArray<HookAction>,
): HookProgress =>
  actions.reduce<HookProgress>(
    (so, action, index) => {
      if (so._tag !== 'Passed') return so
      const name = hookJobName(snapshot, list, index)
      const state = stateOf(action, { name, namespace }, jobs.get(name))
      if (state._tag !== 'Failed') return state._tag === 'Passed' ? so : state
      const message = `${field(list)}[${index}] (${kindOf(action)}): ${state.message}`
      return mayFail(action) ? { _tag: 'Passed', failures: [...so.failures, message] } : { _tag: 'Failed', message }
    },
    { _tag: 'Passed', failures: [] },
  )

const stateOf = (
  action: HookAction,
  { name, namespace }: { readonly name: string; readonly namespace: string },
  job: KubeObject | undefined,
): HookProgress => {
  if (!('runJob' in action)) return { _tag: 'Failed', message: UNSUPPORTED }
  if (job === undefined) return { _tag: 'Start', job: hookJob(name, namespace, action.runJob) }
  const closing = jobClosing(job)
  switch (closing?.type) {
    case undefined:
      return { _tag: 'Running', jobName: name }
    case 'Complete':
      return { _tag: 'Passed', failures: [] }
    case 'Failed':
      return { _tag: 'Failed', message: `Job ${name} failed${closing.why === '' ? '' : ` (${closing.why})`}` }
  }
}

const UNSUPPORTED = 'is not supported yet; use runJob'

const field = (list: HookList): string => (list === 'before' ? 'hooks.beforeSnapshot' : 'hooks.afterSnapshot')

const kindOf = (action: HookAction): string =>
  'runJob' in action ? 'runJob' : 'workloadExec' in action ? 'workloadExec' : 'httpRequest'

const mayFail = (action: HookAction): boolean =>
  ('runJob' in action
    ? action.runJob.continueOnFailure
    : 'workloadExec' in action
      ? action.workloadExec.continueOnFailure
      : action.httpRequest.continueOnFailure) === true
