import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { snapshotPolicy } from '../../../api/kinds/snapshot-policy'
import { readyTriple } from '../../core/conditions'
import { chain, end, go, readStep, type Step } from '../../core/step'
import { formatInstant } from '../../core/time/instant'
import { policyRefOf } from '../launch/policy-of'
import { stay, type Move } from '../move'
import { jobRef, type Scene } from '../scene'
import { tolerated } from './before-hooks'
import { hookProgress, type HookProgress } from './hook-progress'

/**
 * The hooks after a snapshot, on success and on failure of the mover. The run counts as running until they are through:
 * only then its outcome is written down. A policy that is gone has none, and one that had none when the run began is not
 * read again.
 */
export const afterHooks = (scene: Scene, job: KubeObject, outcome: Move): Step<never, Move> => {
  if (job.metadata.annotations?.[Annotation.hooksAfter] === 'false') return end(outcome)
  return chain(afterProgress(scene), (progress) =>
    progress === undefined ? end(outcome) : proceed(scene, outcome, progress),
  )
}

/** How far the hooks after the snapshot have come; nothing where there are none. */
export const afterProgress = (scene: Scene): Step<HookProgress | undefined, never> => {
  const ref = policyRefOf(scene)
  if (ref === undefined) return go(undefined)
  return chain(readStep(snapshotPolicy, scene.reads, ref), (read) => {
    const actions = read._tag === 'Found' ? (read.value.spec.hooks?.afterSnapshot ?? []) : []
    return go(actions.length === 0 ? undefined : hookProgress(scene, 'after', actions))
  })
}

const proceed = (scene: Scene, outcome: Move, progress: HookProgress): Step<never, Move> => {
  switch (progress._tag) {
    case 'Start': {
      const { name } = progress.job.metadata
      return chain(readStep(kubeObject, scene.reads, jobRef(scene.namespace, name)), (read) =>
        end(
          read._tag === 'Missing'
            ? {
                ...running(outcome),
                create: { object: progress.job, reason: 'it is the next hook after the snapshot' },
              }
            : { ...running(outcome), ...stay(2) },
        ),
      )
    }
    case 'Running':
      return end(running(outcome))
    case 'Failed':
    case 'Passed':
      return end(closed(scene, outcome, progress))
  }
}

/** The facts are not lost should the mover's Job go meanwhile: all but the phase is written at once. */
const running = ({ status = {} }: Move): Move => ({
  status: { ...status, phase: 'Running' },
  conditions: readyTriple(
    'Reconciling',
    'PostHooksRunning',
    'The mover is done; the hooks after the snapshot are running.',
  ),
  resyncAfterSeconds: 30,
})

/** The outcome of the run once its hooks are over. */
export const closed = (
  scene: Scene,
  outcome: Move,
  progress: Extract<HookProgress, { readonly _tag: 'Failed' | 'Passed' }>,
): Move =>
  completed(
    scene,
    progress._tag === 'Failed'
      ? aborted(outcome, progress.message)
      : {
          ...outcome,
          conditions: [...(outcome.conditions ?? []), ...tolerated(progress.failures, 'PostHookFailed')],
        },
  )

const completed = ({ now, snapshot }: Scene, move: Move): Move => ({
  ...move,
  status: { ...move.status, hooks: { ...snapshot.status?.hooks, postCompletedAt: formatInstant(now) } },
})

/** A hook that fails after a good backup fails the run, though the data is saved; after a bad one it is only told. */
const aborted = (outcome: Move, message: string): Move => {
  const hooks = [{ type: 'HooksSucceeded', status: 'False', reason: 'PostHookFailed', message }] as const
  return outcome.status?.phase === 'Failed'
    ? { ...outcome, conditions: [...(outcome.conditions ?? []), ...hooks] }
    : {
        ...outcome,
        status: { ...outcome.status, phase: 'Failed' },
        conditions: [
          ...readyTriple(
            'Stalled',
            'PostHookFailed',
            `${message}. The data is saved; fix the hook, or set continueOnFailure on it.`,
          ),
          ...hooks,
        ],
        event: { type: 'Warning', action: 'FixHookOrSetContinueOnFailure' },
      }
}
