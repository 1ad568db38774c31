import { ask } from './ask-snapshot'
import * as o from './objects'

const running = (status: object = {}) => ({
  phase: 'Running',
  job: { name: 'data-1', attempts: 1 },
  resolved: { repository: { kind: 'Repository', name: 'main', namespace: 'db' } },
  timing: { startTime: '2026-03-01T11:30:00Z' },
  ...status,
})
const run = (parent: ReturnType<typeof o.snapshot>, jobs: ReadonlyArray<ReturnType<typeof o.job>>, now = o.NOW) =>
  ask(parent, { jobs, world: { objects: o.cluster() }, now })

describe('a Job that is seen', () => {
  it('makes the Snapshot a running one, also when nobody wrote that down before', () => {
    for (const status of [{}, { phase: 'Pending' }, running()]) {
      const told = run(o.snapshot({ status }), [o.job()])
      expect(told.status).toMatchObject({
        phase: 'Running',
        job: { name: 'data-1', attempts: 1 },
        timing: { startTime: '2026-03-01T11:30:00Z' },
      })
      expect(told.condition('Ready')).toBe('False/MoverJobRunning')
      expect(told.children).toEqual(['keep data-1'])
    }
  })
  it('is kept as a stub, from which no second Job can come', () => {
    expect(run(o.snapshot({ status: running() }), [o.job()]).decision.children).toEqual([
      { _tag: 'keep', object: { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'data-1', namespace: 'db' } } },
    ])
  })
  it('that saved makes the Snapshot a success with its facts, and stays until they are written', () => {
    const told = run(o.snapshot({ status: running() }), [o.job('data-1', o.complete, o.saved())])
    expect(told.status).toMatchObject({
      phase: 'Succeeded',
      snapshot: { kopiaSnapshotID: 'k1', identity: { username: 'data', hostname: 'db', sourcePath: '/pvc/pgdata' } },
      timing: { startTime: '2026-03-01T11:30:10Z', endTime: '2026-03-01T11:39:50Z', durationSeconds: 580 },
      stats: { sizeBytes: 1000, bytesNew: 10 },
    })
    expect(told.condition('Ready')).toBe('True/SnapshotCreated')
    expect(told.children).toEqual(['keep data-1'])
    expect(told.effects).toEqual([])
  })
  it('is believed to have saved before Kubernetes closes it, and may go then', () => {
    const told = run(o.snapshot({ status: running() }), [o.job('data-1', {}, o.saved())])
    expect([told.status.phase, told.children]).toEqual(['Succeeded', ['keep data-1']])
    const seen = run(o.snapshot({ status: told.status }), [o.job('data-1', {}, o.saved())])
    expect([seen.children, seen.rounds]).toEqual([['drop data-1'], 0])
  })
  it.each([
    ['years before its Snapshot was made', '2020-01-01T00:00:10Z', '2026-03-01T11:00:00Z'],
    ['years ahead', '2030-01-01T00:00:10Z', '2026-03-01T12:00:00Z'],
    ['seconds before', '2026-03-01T10:59:30Z', '2026-03-01T10:59:30Z'],
    ['seconds ahead', '2026-03-01T12:00:30Z', '2026-03-01T12:00:30Z'],
  ])('on a node whose clock is %s ends between its making and now, and is found again by its start', (_, told, end) => {
    const startTime = new Date(Date.parse(told) - 10_000).toISOString()
    const job = o.job('data-1', o.complete, o.saved({}, { startTime, endTime: told }))
    const { timing } = run(o.snapshot({ status: running() }), [job]).status
    expect(timing).toEqual({ startTime: startTime.replace('.000', ''), endTime: end, durationSeconds: 10 })
    const hooks = run(o.snapshot({ status: running({ timing }) }), [job], o.NOW + 600_000)
    expect(hooks.status.timing).toEqual(timing)
  })
  it('that has failed by its word may be tried again until Kubernetes closes it', () => {
    expect(run(o.snapshot({ status: running() }), [o.job('data-1', {}, o.failure('Network'))]).status.phase).toBe(
      'Running',
    )
  })
  it('and moves nothing is not worth a read', () => {
    const first = run(o.snapshot({ status: running() }), [o.job()])
    expect(first.rounds).toBeGreaterThan(0)
    expect(run(o.snapshot({ status: first.status }), [o.job()])).toMatchObject({ rounds: 0, status: first.status })
  })
  it('that found nothing new is a success without a snapshot', () => {
    const told = run(o.snapshot({ status: running() }), [o.job('data-1', o.complete, o.unchanged)])
    expect([told.status.phase, told.status.snapshot, told.condition('Ready')]).toEqual([
      'Unchanged',
      undefined,
      'True/NoChanges',
    ])
  })
  it('that could not read everything says so, and is a success all the same', () => {
    const told = run(o.snapshot({ status: running() }), [o.job('data-1', o.complete, o.saved({ filesFailed: 3 }))])
    expect([told.status.phase, told.status.stats?.filesFailed]).toEqual(['Succeeded', 3])
    expect(told.condition('SecurityContextCompatible')).toBe('False/SnapshotIncompleteUnreadableEntries')
    expect(told.effects).toEqual(['Warning SnapshotIncompleteUnreadableEntries MatchWorkloadSecurityContext'])
  })
  it.each([
    ['with a report', o.failed('PodFailurePolicy'), o.failure('AuthFailure'), 'MoverJobFailed', 'AuthFailure'],
    ['without a report', o.failed('BackoffLimitExceeded'), {}, 'MoverJobFailed', 'Crash'],
    ['by its deadline', o.failed('DeadlineExceeded'), {}, 'MoverDeadlineExceeded', 'Timeout'],
    ['complete without a report', o.complete, {}, 'MoverJobFailed', 'Crash'],
    [
      'with another kind of work',
      o.complete,
      o.outcome({ succeeded: { pin: { snapshotId: 'k', pinned: true } } }),
      'MoverJobFailed',
      'BadWorkSpec',
    ],
  ])('that ended %s makes the Snapshot a failure', (_, status, annotations, ...[reason, kopiaErrorClass]) => {
    const told = run(o.snapshot({ status: running() }), [
      o.job('data-1', status, annotations as { [key: string]: string }),
    ])
    expect(told.status).toMatchObject({ phase: 'Failed', failure: { kopiaErrorClass } })
    expect(told.status.timing?.endTime).toBeDefined()
    expect(told.condition('Stalled')).toBe(`True/${reason}`)
    expect(told.children).toEqual(['keep data-1'])
  })
  it('that failed has the repository look at itself, once', () => {
    const told = run(o.snapshot({ status: running() }), [
      o.job('data-1', o.failed('PodFailurePolicy'), o.failure('AuthFailure')),
    ])
    expect(told.decision.effects).toContainEqual({
      _tag: 'Annotate',
      ref: { apiVersion: o.API, kind: 'Repository', namespace: 'db', name: 'main' },
      uid: 'Repository-main',
      annotations: { [`${o.K}reverify-requested-at`]: '2026-03-01T11:40:00Z' },
    })
    const after = run(o.snapshot({ status: told.status }), [
      o.job('data-1', o.failed('PodFailurePolicy'), o.failure('AuthFailure')),
    ])
    expect([after.effects, after.rounds]).toEqual([[], 0])
  })
})

describe('a pod that cannot start', () => {
  const job = o.job('data-1', { active: 1, ready: 0, startTime: '2026-03-01T11:50:00Z' })
  const labels = { 'batch.kubernetes.io/job-name': 'data-1' }
  const stuck = o.pod(
    'data-1-x',
    { status: { containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] } },
    labels,
  )
  const at = (seconds: number, objects = [...o.cluster(), stuck], mover = job) =>
    ask(o.snapshot({ status: running() }), {
      jobs: [mover],
      world: { objects },
      now: Date.parse('2026-03-01T11:59:00Z') + seconds * 1000,
    })

  it('is not looked for before its time', () => {
    expect([at(299).status.phase, at(299).rounds, at(299).decision.resyncAfterSeconds]).toEqual(['Running', 1, 1])
  })
  it('ends the run after it', () => {
    expect([at(300).status.phase, at(300).condition('Ready')]).toEqual(['Failed', 'False/MoverPodWedged'])
  })
  it('because Kubernetes makes none is said after it, and the run goes on', () => {
    const told = at(300, [...o.cluster()])
    expect([told.status.phase, told.condition('Ready')]).toEqual(['Running', 'False/MoverPodNotMade'])
    expect(told.decision.resyncAfterSeconds).toBe(120)
  })
  it('is no matter when it is another one, or has run', () => {
    expect(at(300, [...o.cluster(), o.pod('other', { status: stuck['status'] })]).status.phase).toBe('Running')
    expect(at(300, undefined, o.job('data-1', { active: 1, ready: 1 })).status.phase).toBe('Running')
    expect(at(300, undefined, o.job('data-1', { active: 1 }, { [`${o.K}progress`]: '{"at":"x"}' })).status.phase).toBe(
      'Running',
    )
  })
})

describe('a Job that is not seen', () => {
  const lost = (status: object = running(), objects = o.cluster()) =>
    ask(o.snapshot({ status }), { world: { objects } })

  it('but is there is read as it is, and no other is made', () => {
    const told = lost(running(), [...o.cluster(), o.job('data-1', o.complete, o.saved())])
    expect([told.status.phase, told.children]).toEqual(['Succeeded', []])
  })
  it('and is gone gets one second Job', () => {
    const told = lost()
    expect([told.status.phase, told.children]).toEqual(['Running', ['create data-1-r2']])
    const second = run(o.snapshot({ status: told.status }), [o.job('data-1-r2')])
    expect(second.status).toMatchObject({ phase: 'Running', job: { name: 'data-1-r2', attempts: 2 } })
  })
  it('and whose pod still ends is waited for', () => {
    const pod = o.pod('data-1-x', { status: { phase: 'Running' } }, { 'batch.kubernetes.io/job-name': 'data-1' })
    expect(lost(running(), [...o.cluster(), pod]).children).toEqual([])
  })
  it('and was the second one has failed', () => {
    const told = lost(running({ job: { name: 'data-1-r2', attempts: 2 } }))
    expect([told.status.phase, told.condition('Ready'), told.children]).toEqual(['Failed', 'False/MoverJobLost', []])
  })
  it('skips the slot and the checks, and stays a run whatever stands in the way', () => {
    const busy = [o.policy(), o.repository({ concurrency: { maxConcurrentJobs: 1 } }), o.secret(), o.claim(), o.store()]
    expect(lost(running(), busy).children).toEqual(['create data-1-r2'])
    expect(lost(running(), busy.slice(1)).status.phase).toBe('Running')
  })
})

describe('the fence', () => {
  const launch = (live: ReturnType<typeof o.snapshot>, more: ReadonlyArray<ReturnType<typeof o.job>> = []) =>
    ask(o.snapshot(), { world: { objects: [...o.cluster(), live, ...more] } }).children

  it('lets a run through that is still wanted', () => {
    expect(launch(o.snapshot())).toEqual(['create data-1'])
  })
  it.each([
    ['it is another one of that name', o.snapshot({ metadata: { uid: 'other' } })],
    ['it is dying', o.snapshot({ metadata: { deletionTimestamp: '2026-03-01T12:00:00Z' } })],
    ['it has succeeded', o.snapshot({ status: o.savedStatus })],
    ['it has failed', o.snapshot({ status: { phase: 'Failed' } })],
  ])('makes no Job when the live Snapshot says that %s', (_, live) => {
    expect(launch(live)).toEqual([])
  })
  it('lets the live Snapshot say that its first Job is lost', () => {
    expect(launch(o.snapshot({ status: running() }))).toEqual(['create data-1-r2'])
  })
  it('makes no Job when its own is there and only the cache is late', () => {
    expect(launch(o.snapshot(), [o.job()])).toEqual([])
  })
})

describe('a run that is over', () => {
  it.each([
    ['Succeeded', o.savedStatus],
    ['Failed', { phase: 'Failed', job: { name: 'data-1', attempts: 3 } }],
    ['Unchanged', { phase: 'Unchanged' }],
    ['Discovered', { phase: 'Discovered', origin: 'discovered' }],
  ])('never runs again: %s', (_, status) => {
    const told = ask(o.snapshot({ status }), { world: { objects: o.cluster() } })
    expect([told.children, told.rounds, told.status.phase]).toEqual([[], 0, status.phase])
  })
  it('drops its Job once the outcome is in the status that was observed', () => {
    expect(run(o.snapshot({ status: o.savedStatus }), [o.job('data-1', o.complete, o.saved())]).children).toEqual([
      'drop data-1',
    ])
  })
  it('keeps its Job for as long as somebody asked', () => {
    const kept = o.job('data-1', o.complete, { ...o.saved(), [`${o.K}keep-seconds`]: '3600' })
    const first = run(o.snapshot({ status: o.savedStatus }), [kept])
    expect([first.children, first.decision.resyncAfterSeconds]).toEqual([['keep data-1'], 2400])
    expect(run(o.snapshot({ status: o.savedStatus }), [kept], Date.parse('2026-03-01T12:40:00Z')).children).toEqual([
      'drop data-1',
    ])
  })
  it('is a fixed point', () => {
    const once = ask(o.snapshot({ status: o.savedStatus }))
    const twice = ask(o.snapshot({ status: once.status }), { now: o.NOW + 86_400_000 })
    expect(twice.decision).toEqual(once.decision)
    expect(once.condition('Ready')).toBe('True/SnapshotCreated')
  })
  it('stays what it is in a phase nobody knows', () => {
    const told = ask(o.snapshot({ status: { phase: 'Thawing' } }), { world: { objects: o.cluster() } })
    expect([told.status.phase, told.children]).toEqual(['Thawing', []])
  })
})

describe('outside the scope', () => {
  it('nothing runs and nothing is kept from going', () => {
    const told = ask(o.snapshot(), { world: { objects: o.cluster() }, scope: 'other' })
    expect([told.children, told.condition('Ready')]).toEqual([[], 'False/OutOfScope'])
    const dying = o.snapshot({ status: o.savedStatus, metadata: { deletionTimestamp: '2026-03-01T12:00:00Z' } })
    expect(ask(dying, { finalizing: true, scope: 'other' }).decision.finalized).toBe(true)
  })
})
