import { readyTriple } from '../../core/conditions'
import { chain, end, go, type Step } from '../../core/step'
import { formatInstant } from '../../core/time/instant'
import { fence } from '../launch/fence'
import type { PolicyPlace } from '../launch/policy-of'
import type { Move } from '../move'
import type { Scene } from '../scene'
import { refuse } from '../waiting'
import { hookProgress } from './hook-progress'

/** The hooks before a snapshot, once: nothing is read before all are through and that is written down. */
export const beforeHooks = (scene: Scene, { policy }: PolicyPlace): Step<true, Move> => {
  const actions = policy.spec.hooks?.beforeSnapshot ?? []
  if (actions.length === 0 || scene.snapshot.status?.hooks?.preCompletedAt !== undefined) return go(true)
  const progress = hookProgress(scene, 'before', actions)
  switch (progress._tag) {
    case 'Start':
      return chain(fence(scene, { jobName: progress.job.metadata.name, attempt: 'first' }), () =>
        end({ ...running(), create: { object: progress.job, reason: 'it is the next hook before the snapshot' } }),
      )
    case 'Running':
      return end(running())
    case 'Failed':
      return end(failed(scene, progress.message))
    case 'Passed':
      return end(passed(scene, progress.failures))
  }
}

const running = (): Move => ({
  status: { phase: 'Pending' },
  conditions: readyTriple('Reconciling', 'PreHooksRunning', 'The hooks before the snapshot are running.'),
  resyncAfterSeconds: 30,
})

const failed = (scene: Scene, message: string): Move =>
  refuse(
    {
      reason: 'PreHookFailed',
      message: `${message}. Nothing was backed up. Fix the hook, or set continueOnFailure on it; then make a new Snapshot.`,
      conditions: [{ type: 'HooksSucceeded', status: 'False', reason: 'PreHookFailed', message }],
      action: 'FixHookOrSetContinueOnFailure',
    },
    scene.now,
  )

const passed = ({ now, snapshot }: Scene, failures: ReadonlyArray<string>): Move => ({
  status: { phase: 'Pending', hooks: { ...snapshot.status?.hooks, preCompletedAt: formatInstant(now) } },
  conditions: [
    ...readyTriple('Reconciling', 'PreHooksCompleted', 'The hooks before the snapshot are through.'),
    ...tolerated(failures, 'PreHookFailed'),
  ],
  resyncAfterSeconds: 1,
})

/** What was allowed to fail is told all the same. */
export const tolerated = (failures: ReadonlyArray<string>, reason: string) =>
  failures.length === 0
    ? []
    : ([
        { type: 'HooksSucceeded', status: 'False', reason, message: `${failures.join('; ')}. The run went on.` },
      ] as const)
