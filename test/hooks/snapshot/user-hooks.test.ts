import type { KubeObject } from '../../../api/kubernetes/object'
import { ask } from './ask-snapshot'
import * as o from './objects'

const runJob = (change: object = {}) => ({ runJob: { jobSpec: { template: { spec: { containers: [] } } }, ...change } })
const exec = (change: object = {}) => ({
  workloadExec: { podSelector: { matchLabels: { app: 'pg' } }, command: ['sync'], ...change },
})
const cluster = (hooks: object) => [...o.cluster().filter(({ kind }) => kind !== 'SnapshotPolicy'), o.policy({ hooks })]
const call = (hooks: object, status: object = {}, jobs: ReadonlyArray<KubeObject> = []) =>
  ask(o.snapshot({ status }), { world: { objects: cluster(hooks) }, jobs })

describe('hooks before a snapshot', () => {
  const two = { beforeSnapshot: [runJob({ timeout: '2m' }), runJob()] }

  it('run one after the other, and the mover after all of them', () => {
    const first = call(two)
    expect([first.children, first.condition('Ready')]).toEqual([['create data-1-prehook-0'], 'False/PreHooksRunning'])
    expect(first.decision.children[0]?.object).toMatchObject({
      metadata: { labels: { [`${o.K}op`]: 'hook' } },
      spec: { activeDeadlineSeconds: 120, template: {} },
    })
    const running = [o.job('data-1-prehook-0', { active: 1 })]
    expect(call(two, first.status, running).children).toEqual(['keep data-1-prehook-0'])
    const done = [o.job('data-1-prehook-0', o.complete)]
    expect(call(two, first.status, done).children).toEqual(['keep data-1-prehook-0', 'create data-1-prehook-1'])
    const both = [...done, o.job('data-1-prehook-1', o.complete)]
    const through = call(two, first.status, both)
    expect([through.children.length, through.status.hooks]).toEqual([2, { preCompletedAt: '2026-03-01T12:00:00Z' }])
    expect(call(two, through.status, both).children).toContain('create data-1')
  })
  it('that fail keep the mover from running', () => {
    const told = call(two, {}, [o.job('data-1-prehook-0', o.failed('BackoffLimitExceeded'))])
    expect([told.status.phase, told.condition('HooksSucceeded')]).toEqual(['Failed', 'False/PreHookFailed'])
    expect(told.children).toEqual(['keep data-1-prehook-0'])
  })
  it('that may fail are told, and the run goes on', () => {
    const hooks = { beforeSnapshot: [runJob({ continueOnFailure: true })] }
    const told = call(hooks, {}, [o.job('data-1-prehook-0', o.failed('BackoffLimitExceeded'))])
    expect([told.status.phase, told.condition('HooksSucceeded')]).toEqual(['Pending', 'False/PreHookFailed'])
    expect(told.status.hooks?.preCompletedAt).toBeDefined()
  })
  it('of a form that is not there yet are refused, never passed over', () => {
    const told = call({ beforeSnapshot: [exec()] })
    expect([told.status.phase, told.condition('Ready'), told.children]).toEqual(['Failed', 'False/PreHookFailed', []])
    expect(told.status.conditions?.find(({ type }) => type === 'Ready')?.message).toContain(
      'hooks.beforeSnapshot[0] (workloadExec): is not supported yet',
    )
  })
  it('do not run again for a second Job', () => {
    const running = { phase: 'Running', job: { name: 'data-1', attempts: 1 } }
    expect(call(two, running).children).toEqual(['create data-1-r2'])
  })
})

describe('hooks after a snapshot', () => {
  const one = { afterSnapshot: [runJob()] }
  const running = { phase: 'Running', job: { name: 'data-1', attempts: 1 } }
  const saved = o.job('data-1', o.complete, o.saved())
  const crashed = o.job('data-1', o.failed('BackoffLimitExceeded'))

  it.each([
    ['success', saved, 'Succeeded'],
    ['failure', crashed, 'Failed'],
  ])('run on %s, and the outcome is written when they are through', (_, mover, phase) => {
    const first = call(one, running, [mover])
    expect([first.status.phase, first.children]).toEqual(['Running', ['keep data-1', 'create data-1-posthook-0']])
    const waiting = call(one, first.status, [mover, o.job('data-1-posthook-0', { active: 1 })])
    expect([waiting.status.phase, waiting.condition('Ready')]).toEqual(['Running', 'False/PostHooksRunning'])
    const over = call(one, waiting.status, [mover, o.job('data-1-posthook-0', o.complete)])
    expect([over.status.phase, over.status.hooks]).toEqual([phase, { postCompletedAt: '2026-03-01T12:00:00Z' }])
    expect(call(one, over.status, [mover]).children).toEqual(['drop data-1'])
  })
  it('that fail make a good run a failed one, whose data is saved', () => {
    const told = call(one, running, [saved, o.job('data-1-posthook-0', o.failed('DeadlineExceeded'))])
    expect([told.status.phase, told.status.snapshot?.kopiaSnapshotID, told.condition('HooksSucceeded')]).toEqual([
      'Failed',
      'k1',
      'False/PostHookFailed',
    ])
  })
  it('that fail after a bad run are only told', () => {
    const told = call(one, running, [crashed, o.job('data-1-posthook-0', o.failed('DeadlineExceeded'))])
    expect([told.condition('Ready'), told.condition('HooksSucceeded')]).toEqual([
      'False/MoverJobFailed',
      'False/PostHookFailed',
    ])
  })
  it('do not start for a Snapshot that is being deleted', () => {
    const dying = o.snapshot({ status: running, metadata: { deletionTimestamp: '2026-03-01T12:00:00Z' } })
    expect(ask(dying, { world: { objects: cluster(one) }, jobs: [saved], finalizing: true }).children).toEqual([
      'keep data-1',
    ])
  })
})

describe('what the hooks before a snapshot have stopped', () => {
  const policy = o.policy({ copyMethod: 'Snapshot', hooks: { beforeSnapshot: [runJob()], afterSnapshot: [runJob()] } })
  const objects = [...o.cluster().filter(({ kind }) => kind !== 'SnapshotPolicy'), policy]
  const stopped = { phase: 'Pending', hooks: { preCompletedAt: '2026-03-01T11:55:00Z' } }
  const failing = (status: object, jobs: ReadonlyArray<KubeObject> = []) =>
    ask(o.snapshot({ status }), { world: { objects }, jobs })
  const after = (status: object) => o.job('data-1-posthook-0', status)

  it('those after it start again although no mover ran, and only then the run has failed', () => {
    const first = failing(stopped)
    expect([first.children, first.status.phase]).toEqual([['create data-1-posthook-0'], 'Pending'])
    expect([first.condition('Ready'), first.condition('SourceStaged')]).toEqual([
      'False/PostHooksRunning',
      'False/SnapshotStackMissing',
    ])
    const underWay = failing(first.status, [after({ active: 1 })])
    expect([underWay.children, underWay.status.phase]).toEqual([['keep data-1-posthook-0'], 'Pending'])
    const over = failing(underWay.status, [after(o.complete)])
    expect([over.status.phase, over.condition('Ready')]).toEqual(['Failed', 'False/SnapshotStackMissing'])
    expect(over.status.hooks?.postCompletedAt).toBe('2026-03-01T12:00:00Z')
  })
  it('is told when they fail, too', () => {
    const told = failing(stopped, [after(o.failed('BackoffLimitExceeded'))])
    expect([told.status.phase, told.condition('HooksSucceeded')]).toEqual(['Failed', 'False/PostHookFailed'])
    expect(told.condition('Ready')).toBe('False/SnapshotStackMissing')
  })
  it('they start again when both Jobs of the run are lost', () => {
    const status = { phase: 'Running', job: { name: 'data-1-r2', attempts: 2 }, hooks: stopped.hooks }
    const told = failing(status)
    expect([told.children, told.status.phase]).toEqual([['create data-1-posthook-0'], 'Running'])
    const over = failing(told.status, [after(o.complete)])
    expect([over.status.phase, over.condition('Ready')]).toEqual(['Failed', 'False/MoverJobLost'])
  })
  it('nothing is stopped where no copy can be made', () => {
    const told = failing({})
    expect([told.condition('Ready'), told.children]).toEqual(['False/SnapshotStackMissing', []])
  })
  it('needs none of them when it has stopped nothing', () => {
    const direct = { beforeSnapshot: [exec()], afterSnapshot: [runJob()] }
    expect(call(direct).status.phase).toBe('Failed')
  })
})
