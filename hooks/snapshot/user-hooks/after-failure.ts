import { readyTriple } from '../../core/conditions'
import { chain, end, type Step } from '../../core/step'
import { fence } from '../launch/fence'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { afterProgress, closed } from './after-hooks'
import type { HookProgress } from './hook-progress'

/**
 * What the hooks before a snapshot have stopped, those after it start again, also when the run fails without a mover that
 * could have told: its copy was not made, its Job was lost. Until they are through the failure is not written down.
 */
export const afterFailure = (scene: Scene, step: Step<never, Move>): Step<never, Move> =>
  step._tag !== 'End' || !isOwed(scene, step.end)
    ? step
    : chain(afterProgress(scene), (progress) => (progress === undefined ? step : proceed(scene, step.end, progress)))

const isOwed = ({ snapshot }: Scene, { status }: Move): boolean => {
  const hooks = { ...snapshot.status?.hooks, ...status?.hooks }
  return status?.phase === 'Failed' && hooks.preCompletedAt !== undefined && hooks.postCompletedAt === undefined
}

const proceed = (scene: Scene, failure: Move, progress: HookProgress): Step<never, Move> => {
  switch (progress._tag) {
    case 'Start': {
      const { job } = progress
      const attempt = scene.snapshot.status?.phase === 'Running' ? 'second' : 'first'
      return chain(fence(scene, { jobName: job.metadata.name, attempt }), () =>
        end({ ...waiting(scene, failure), create: { object: job, reason: 'it is the next hook after the snapshot' } }),
      )
    }
    case 'Running':
      return end(waiting(scene, failure))
    case 'Failed':
    case 'Passed':
      return end(closed(scene, failure, progress))
  }
}

const OF_READY = ['Ready', 'Reconciling', 'Stalled']

/** The gate that failed says so already; the run itself is over once its hooks are. */
const waiting = ({ snapshot }: Scene, { conditions = [] }: Move): Move => ({
  status: { phase: snapshot.status?.phase ?? 'Pending' },
  conditions: [
    ...readyTriple(
      'Reconciling',
      'PostHooksRunning',
      'Nothing was backed up; the hooks after the snapshot are running.',
    ),
    ...conditions.filter(({ type }) => !OF_READY.includes(type)),
  ],
  resyncAfterSeconds: 30,
})
