import type { KubeObject } from '../../../api/kubernetes/object'
import {
  aRepository,
  aSecret,
  call,
  condition,
  connected,
  created,
  createdJob,
  ended,
  failure,
  NOW,
  running,
  settings,
  workSpecOf,
  type World,
} from './world'

const secret = aSecret()
const status = (decision: { readonly status?: unknown }) =>
  decision.status as { readonly phase?: string; readonly uniqueId?: string; readonly health?: object } & Record<
    string,
    unknown
  >

/** Applies the status of an answer to the parent. */
const after = (world: World): World => ({ ...world, parent: { ...world.parent, status: call(world).status } })

const seconds = (n: number): string => new Date(NOW + n * 1000).toISOString().replace('.000', '')

/** A repository whose first discovery ended with this outcome, the outcome in its status and the Job still there. */
const bootstrapped = (outcome: object | undefined, parent: KubeObject = aRepository(), reason?: string): World => {
  const first: World = { parent, objects: [secret] }
  const job = ended(running(createdJob(call(first))), seconds(10), outcome, reason)
  return after({ ...first, jobs: [job], now: NOW + 11_000 })
}

const withoutJob = (world: World): World => ({ ...world, jobs: [] })

test('a new repository is connected or created by one Job beside its Secret', () => {
  const decision = call({ parent: aRepository(), objects: [secret] })
  const job = createdJob(decision)
  expect(job.metadata).toMatchObject({
    name: 'main-discovery',
    namespace: 'db',
    annotations: {
      'kopiur.home-operations.com/bootstrap-generation': '1',
      'kopiur.home-operations.com/credential-version': '7',
    },
  })
  expect(workSpecOf(job).operation.bootstrap).toMatchObject({ createAllowed: true, scan: true })
  expect(status(decision).phase).toBe('Initializing')
  expect(condition(decision.status, 'Reconciling')).toMatchObject({ status: 'True', reason: 'Initializing' })
})

test('a repository that connected is Ready, its facts are in the status, then its Job goes', () => {
  const world = bootstrapped(connected({ totalSizeBytes: 3 * 2 ** 30, snapshotCount: 5 }))
  expect(world.parent['status']).toMatchObject({
    phase: 'Ready',
    backend: 'Filesystem',
    uniqueId: 'abc',
    resolvedCredentialVersion: '7',
    health: { lastProbeAt: seconds(10), lastHealthyAt: seconds(10) },
    storageStats: { snapshotCount: 5, totalSize: '3.0 GiB', totalSizeBytes: 3 * 2 ** 30, indexBlobCount: 1 },
  })
  expect(condition(world.parent['status'], 'Ready')).toMatchObject({ status: 'True', reason: 'Bootstrapped' })
  expect(condition(world.parent['status'], 'BackendReachable')).toMatchObject({ status: 'True', reason: 'Reachable' })
  const next = call({ ...world, now: NOW + 20_000 })
  expect(next.children).toContainEqual(expect.objectContaining({ _tag: 'drop', reason: 'its report is in the status' }))
  expect(next.status).toEqual(world.parent['status'])
})

test('the Job of a report that is not yet in the status stays', () => {
  const first: World = { parent: aRepository(), objects: [secret] }
  const job = ended(running(createdJob(call(first))), seconds(10), connected())
  const folding = call({ ...first, jobs: [job] })
  expect(folding.children.filter(({ _tag }) => _tag === 'drop')).toEqual([])
  expect(call({ ...first, jobs: [job] })).toEqual(folding)
})

test('a ready repository is left alone until its probe is due', () => {
  const world = withoutJob(bootstrapped(connected()))
  expect(created(call({ ...world, now: NOW + 1_000_000 })).filter(({ kind }) => kind === 'Job')).toEqual([])
  const due = call({ ...world, now: NOW + 1_811_000 })
  expect(workSpecOf(createdJob(due)).operation.bootstrap).toEqual({ createAllowed: false, scan: false })
  expect(workSpecOf(createdJob(due)).repository.expectedUniqueId).toBe('abc')
  expect(status(due).phase).toBe('Ready')
})

test('a probe counts again what maintenance has changed, and once a day in any case', () => {
  const world = withoutJob(bootstrapped(connected()))
  const maintained = (lastRunAt: string): KubeObject => ({
    apiVersion: 'kopiur.home-operations.com/v1alpha1',
    kind: 'Maintenance',
    metadata: { name: 'by-hand', namespace: 'db', uid: 'm' },
    spec: {
      repository: { name: 'main' },
      schedule: { quick: { cron: '0 * * * *' }, full: { cron: '0 3 * * *' } },
      ownership: { owner: 'kopiur/db/main' },
    },
    status: { quick: { lastRunAt } },
  })
  const scans = (lastRunAt: string, now = NOW + 1_811_000) =>
    workSpecOf(createdJob(call({ ...world, objects: [secret, maintained(lastRunAt)], now }))).operation.bootstrap.scan
  expect(scans(seconds(5))).toBe(false)
  expect(scans(seconds(600))).toBe(true)
  expect(scans(seconds(5), NOW + 86_420_000)).toBe(true)
})

describe('a repository that cannot be created from here', () => {
  test.each([
    ['create off', { create: { enabled: false } }],
    ['read-only', { mode: 'ReadOnly' }],
    ['a seed that nobody copies', { seed: { from: { repository: { name: 'old' } } } }],
  ])('with %s no Job may create it', (_, spec) => {
    const job = createdJob(call({ parent: aRepository(spec), objects: [secret] }))
    expect(workSpecOf(job).operation.bootstrap.createAllowed).toBe(false)
  })

  test('it fails with the next step when the backend is empty', () => {
    const { parent } = bootstrapped(failure('NotInitialized'), aRepository({ create: { enabled: false } }))
    expect(parent['status']).toMatchObject({ phase: 'Failed' })
    expect(condition(parent['status'], 'Ready')).toMatchObject({ status: 'False', reason: 'RepositoryNotInitialized' })
    expect(condition(parent['status'], 'Stalled')?.message).toContain('spec.create.enabled: true')
  })
})

describe('a repository that was there before is never created again', () => {
  const wiped = (): World => {
    const ready = withoutJob(bootstrapped(connected(), aRepository({ health: { probe: { enabled: false } } })))
    const edited = { ...ready, parent: { ...ready.parent, metadata: { ...ready.parent.metadata, generation: 2 } } }
    const again = { ...edited, now: NOW + 60_000 }
    const job = createdJob(call(again))
    expect(workSpecOf(job).operation.bootstrap.createAllowed).toBe(false)
    return after({
      ...again,
      jobs: [ended(running(job, seconds(60), 'second'), seconds(70), failure('NotInitialized'))],
      now: NOW + 71_000,
    })
  }

  test('a wiped backend is a dead end with the command that accepts it', () => {
    const { parent } = wiped()
    expect(parent['status']).toMatchObject({ phase: 'Failed', uniqueId: 'abc' })
    expect(condition(parent['status'], 'Ready')).toMatchObject({ reason: 'RepositoryReinitializeBlocked' })
    expect(condition(parent['status'], 'Ready')?.message).toContain(
      'kubectl annotate repository main -n db kopiur.home-operations.com/allow-reinitialize=abc --overwrite',
    )
  })

  test('a cache that forgot the unique id creates nothing', () => {
    const { parent } = wiped()
    const stale = { ...parent, status: undefined }
    const decision = call({
      parent: stale,
      objects: [secret],
      reads: { Repository: { _tag: 'Found', object: parent } },
      now: NOW + 10_000_000,
    })
    expect(workSpecOf(createdJob(decision)).operation.bootstrap.createAllowed).toBe(false)
    expect(status(decision).uniqueId).toBe('abc')
  })

  test('a parent that was not read live creates nothing in the backend', () => {
    const decision = call({
      parent: aRepository(),
      objects: [secret],
      reads: { Repository: { _tag: 'Forbidden', message: 'no' } },
    })
    expect(created(decision)).toEqual([])
  })

  test('the right annotation lets one be created, once', () => {
    const { parent, ...rest } = wiped()
    const acked = {
      ...rest,
      parent: {
        ...parent,
        metadata: { ...parent.metadata, annotations: { 'kopiur.home-operations.com/allow-reinitialize': 'abc' } },
      },
      now: NOW + 80_000,
    }
    expect(call(acked).children).toContainEqual(
      expect.objectContaining({ _tag: 'drop', reason: 'the next attempt is due' }),
    )
    const free = withoutJob(acked)
    const job = createdJob(call(free))
    expect(workSpecOf(job).operation.bootstrap.createAllowed).toBe(true)
    expect(workSpecOf(job).repository.expectedUniqueId).toBeUndefined()
    const renewed = after({
      ...free,
      jobs: [ended(running(job, seconds(80), 'third'), seconds(90), connected({ uniqueId: 'def' }))],
      now: NOW + 91_000,
    })
    expect(renewed.parent['status']).toMatchObject({ phase: 'Ready', uniqueId: 'def' })
  })

  test('a wrong annotation is told and changes nothing', () => {
    const { parent, ...rest } = wiped()
    const decision = call({
      ...rest,
      parent: {
        ...parent,
        metadata: { ...parent.metadata, annotations: { 'kopiur.home-operations.com/allow-reinitialize': 'nonsense' } },
      },
    })
    expect(created(decision).filter(({ kind }) => kind === 'Job')).toEqual([])
    expect(decision.effects).toContainEqual(expect.objectContaining({ reason: 'InvalidReinitializeAck' }))
  })

  test('another repository behind the same backend is not taken for it', () => {
    const ready = withoutJob(bootstrapped(connected()))
    const probe = { ...ready, now: NOW + 1_811_000 }
    const job = ended(
      running(createdJob(call(probe)), seconds(1811), 'p'),
      seconds(1815),
      connected({ uniqueId: 'other' }),
    )
    const answered = after({ ...probe, jobs: [job], now: NOW + 1_816_000 })
    expect(answered.parent['status']).toMatchObject({ uniqueId: 'abc', health: { consecutiveProbeFailures: 1 } })
  })
})

describe('failures end in a condition with reason and next step, and rest before the next try', () => {
  test.each([
    ['AuthFailure', 'Failed', 'key KOPIA_PASSWORD of Secret db/repository-password'],
    ['AccessDenied', 'Failed', 'Secret db/repository-password'],
    ['PermissionDenied', 'Failed', 'uid 65532'],
    ['StorageMissing', 'Failed', 'does not exist'],
    ['NoSpace', 'Failed', 'no space left'],
    ['HalfInitialized', 'Failed', 'Nothing is created over it'],
    ['RepositoryUnavailable', 'Degraded', 'does not answer'],
    ['Unknown', 'Failed', 'Job db/main-discovery'],
  ])('%s is %s and says "%s"', (errorClass, phase, hint) => {
    const { parent } = bootstrapped(failure(errorClass))
    expect(parent['status']).toMatchObject({ phase })
    expect(condition(parent['status'], 'Ready')).toMatchObject({ status: 'False', reason: errorClass })
    expect(condition(parent['status'], 'Ready')?.message).toContain(hint)
    expect(condition(parent['status'], phase === 'Failed' ? 'Stalled' : 'Reconciling')?.status).toBe('True')
    expect(JSON.stringify(parent['status'])).not.toContain('said by kopia')
  })

  test('a Job without a word and one killed by its deadline are told apart', () => {
    expect(condition(bootstrapped(undefined).parent['status'], 'Ready')?.reason).toBe('BootstrapJobFailed')
    const late = bootstrapped(undefined, aRepository(), 'DeadlineExceeded')
    expect(condition(late.parent['status'], 'Ready')?.reason).toBe('BootstrapDeadlineExceeded')
    const retry = call({ ...withoutJob(late), now: NOW + 131_000 })
    expect(createdJob(retry)['spec']).toMatchObject({ activeDeadlineSeconds: 240 })
  })

  test.each([
    [1, 120],
    [2, 240],
    [3, 480],
    [4, 960],
    [5, 1800],
    [9, 1800],
  ])('after %d failures it rests %d seconds', (failures, rest) => {
    const world = withoutJob(bootstrapped(failure('AuthFailure')))
    const base = world.parent['status'] as { health: object }
    const parent = {
      ...world.parent,
      status: { ...base, health: { ...base.health, consecutiveProbeFailures: failures } },
    }
    const at = (s: number) => created(call({ ...world, parent, now: NOW + (10 + s) * 1000 })).map(({ kind }) => kind)
    expect(at(rest - 1)).not.toContain('Job')
    expect(at(rest)).toContain('Job')
  })

  test('the failed Job is kept for its log until the next try needs its name', () => {
    const world = bootstrapped(failure('AuthFailure'))
    expect(call({ ...world, now: NOW + 60_000 }).children.map(({ _tag }) => _tag)).toEqual(['keep'])
    expect(call({ ...world, now: NOW + 130_000 }).children.map(({ _tag }) => _tag)).toEqual(['drop'])
  })

  test('a corrected Secret is tried at once', () => {
    const world = withoutJob(bootstrapped(failure('AuthFailure')))
    expect(created(call({ ...world, now: NOW + 12_000 }))).toEqual([])
    const corrected = { ...world, objects: [aSecret('8')], now: NOW + 12_000 }
    expect(createdJob(call(corrected)).metadata.annotations).toMatchObject({
      'kopiur.home-operations.com/credential-version': '8',
    })
  })

  test('a changed spec is tried at once', () => {
    const world = withoutJob(bootstrapped(failure('StorageMissing')))
    const parent = { ...world.parent, metadata: { ...world.parent.metadata, generation: 2 } }
    expect(createdJob(call({ ...world, parent, now: NOW + 12_000 })).metadata.annotations).toMatchObject({
      'kopiur.home-operations.com/bootstrap-generation': '2',
    })
  })

  test('while it does not serve, the Secret is looked at every 30 seconds', () => {
    const world = withoutJob(bootstrapped(failure('AuthFailure')))
    expect(call({ ...world, now: NOW + 12_000 }).resyncAfterSeconds).toBe(30)
  })

  test('the same failure again says the same and tells no Event twice', () => {
    const first = withoutJob(bootstrapped(failure('AuthFailure')))
    const again = { ...first, now: NOW + 200_000 }
    const job = ended(running(createdJob(call(again)), seconds(200), 'second'), seconds(210), failure('AuthFailure'))
    const second = call({ ...again, jobs: [job], now: NOW + 211_000 })
    expect(second.effects).toEqual([])
    expect(condition(second.status, 'Ready')).toEqual(condition(first.parent['status'], 'Ready'))
    expect(status(second).health).toMatchObject({ consecutiveProbeFailures: 2, firstFailureAt: seconds(10) })
  })
})

describe('credentials', () => {
  test.each([
    ['is missing', [], 'Secret db/repository-password does not exist'],
    ['has no password', [aSecret('7', ['OTHER'])], 'has no key KOPIA_PASSWORD'],
  ])('no Job starts while the Secret %s', (_, objects, message) => {
    const decision = call({ parent: aRepository(), objects })
    expect(created(decision)).toEqual([])
    expect(status(decision).phase).toBe('Pending')
    expect(condition(decision.status, 'CredentialsAvailable')).toMatchObject({
      status: 'False',
      reason: 'MissingCredentialsSecret',
    })
    expect(condition(decision.status, 'Ready')).toMatchObject({ status: 'False', reason: 'MissingCredentialsSecret' })
    expect(condition(decision.status, 'Ready')?.message).toContain(message)
    expect(decision.resyncAfterSeconds).toBe(30)
  })

  test('it goes on by itself when the Secret is there', () => {
    const waiting = after({ parent: aRepository(), objects: [] })
    const decision = call({ ...waiting, objects: [secret] })
    expect(createdJob(decision).metadata.name).toBe('main-discovery')
    expect(condition(decision.status, 'CredentialsAvailable')).toMatchObject({ status: 'True', reason: 'Available' })
  })

  test('a Secret that is gone when the probe is due degrades the repository and forgets nothing', () => {
    const world = withoutJob(bootstrapped(connected()))
    const decision = call({ ...world, objects: [], now: NOW + 1_811_000 })
    expect(status(decision)).toMatchObject({ phase: 'Degraded', uniqueId: 'abc' })
    const back = {
      ...world,
      parent: { ...world.parent, status: decision.status },
      objects: [secret],
      now: NOW + 1_841_000,
    }
    expect(workSpecOf(createdJob(call(back))).operation.bootstrap).toMatchObject({ scan: true, createAllowed: false })
  })
})

describe('the volume of a filesystem repository', () => {
  test('that is missing is named, and no Job hangs for it', () => {
    const decision = call({ parent: aRepository(), objects: [secret], withoutClaim: true })
    expect(created(decision)).toEqual([])
    expect(status(decision).phase).toBe('Pending')
    expect(condition(decision.status, 'Ready')).toMatchObject({ status: 'False', reason: 'RepositoryPvcMissing' })
    expect(condition(decision.status, 'Ready')?.message).toContain('PersistentVolumeClaim db/backups')
    const back = call({ parent: { ...aRepository(), status: decision.status }, objects: [secret] })
    expect(created(back)).toHaveLength(1)
    expect(condition(back.status, 'RepositoryVolumeAvailable')).toMatchObject({ status: 'True', reason: 'Available' })
  })

  test('that vanished is noticed when the probe is due, and comes back at once', () => {
    const world = withoutJob(bootstrapped(connected()))
    const gone = after({ ...world, withoutClaim: true, now: NOW + 1_811_000 })
    expect(gone.parent['status']).toMatchObject({ phase: 'Degraded', uniqueId: 'abc' })
    expect(createdJob(call({ ...gone, withoutClaim: false, now: NOW + 1_841_000 })).metadata.name).toBe(
      'main-discovery',
    )
  })
})

describe('a stamp that a clock ahead has left', () => {
  const YEARS = '2030-01-01T00:00:10Z'
  const stamped = (outcome: object, minutes = 0): World => {
    const job = ended(running(createdJob(call({ parent: aRepository(), objects: [secret] }))), YEARS, outcome)
    return after({ parent: aRepository(), objects: [secret], jobs: [job], now: NOW + minutes * 60_000 })
  }

  it.each([
    ['connected', connected()],
    ['failed', failure('AuthFailure')],
  ])('of an attempt that %s is set back once its Job is gone, and the next attempt comes', (_, outcome) => {
    const world = stamped(outcome)
    expect(status(call(world)).health).toMatchObject({ lastProbeAt: YEARS })
    expect(call(world).children).toContainEqual(expect.objectContaining({ _tag: 'drop' }))
    const back = after(withoutJob(world))
    expect(back.parent['status']).toMatchObject({ health: { lastProbeAt: seconds(0) } })
    expect(call(back).status).toEqual(back.parent['status'])
    expect(createdJob(call({ ...back, now: NOW + 1_800_000 })).metadata.name).toBe('main-discovery')
  })
})

describe('the circuit breaker', () => {
  const missProbes = (world: World, times: number, outcome: object | undefined, onFailureReason?: string): World =>
    Array.from({ length: times }).reduce<World>((before, _, index) => {
      const due = { ...before, jobs: [], now: (before.now ?? NOW) + 1_900_000 }
      const at = (n: number) => new Date((due.now ?? NOW) + n * 1000).toISOString().replace('.000', '')
      const job = ended(running(createdJob(call(due)), at(0), `probe-${index}`), at(5), outcome, onFailureReason)
      return after({ ...due, jobs: [job], now: due.now + 6_000 })
    }, world)

  const ready = withoutJob(bootstrapped(connected()))

  test('stays closed below the threshold', () => {
    const { parent } = missProbes(ready, 2, failure('RepositoryUnavailable'))
    expect(parent['status']).toMatchObject({ phase: 'Ready', health: { consecutiveProbeFailures: 2 } })
    expect(condition(parent['status'], 'BackendReachable')?.status).toBe('True')
  })

  test.each([
    ['RepositoryUnavailable', 'BackendUnreachable'],
    ['NotInitialized', 'RepositoryVanished'],
  ])('opens at the threshold: %s is %s', (errorClass, reason) => {
    const { parent } = missProbes(ready, 3, failure(errorClass))
    expect(parent['status']).toMatchObject({ phase: 'Degraded', uniqueId: 'abc' })
    expect(condition(parent['status'], 'BackendReachable')).toMatchObject({ status: 'False', reason })
    expect(condition(parent['status'], 'Ready')).toMatchObject({ status: 'False', reason })
    expect(condition(parent['status'], 'Reconciling')?.status).toBe('True')
  })

  test('a probe killed by its deadline has a reason of its own', () => {
    const { parent } = missProbes(ready, 3, undefined, 'DeadlineExceeded')
    expect(condition(parent['status'], 'BackendReachable')?.reason).toBe('ProbeDeadlineExceeded')
  })

  test('with Alert the repository goes on serving', () => {
    const alert = withoutJob(bootstrapped(connected(), aRepository({ health: { probe: { onFailure: 'Alert' } } })))
    const { parent } = missProbes(alert, 3, failure('RepositoryUnavailable'))
    expect(parent['status']).toMatchObject({ phase: 'Ready' })
    expect(condition(parent['status'], 'BackendReachable')?.status).toBe('False')
    expect(condition(parent['status'], 'Ready')?.status).toBe('True')
  })

  test('closes with the first connection', () => {
    const open = missProbes(ready, 3, failure('RepositoryUnavailable'))
    const retry = { ...open, jobs: [], now: (open.now ?? NOW) + 1_900_000 }
    const at = new Date(retry.now + 5000).toISOString().replace('.000', '')
    const job = ended(running(createdJob(call(retry)), at, 'healed'), at, connected({ created: false }))
    const closed = after({ ...retry, jobs: [job], now: retry.now + 6_000 })
    expect(closed.parent['status']).toMatchObject({ phase: 'Ready', health: { lastHealthyAt: at } })
    expect((closed.parent['status'] as { health: object }).health).not.toHaveProperty('consecutiveProbeFailures')
    expect(condition(closed.parent['status'], 'BackendReachable')?.status).toBe('True')
  })
})

describe('requests and pauses', () => {
  test('a failed run has a ready repository verified, once for each token', () => {
    const ready = withoutJob(bootstrapped(connected()))
    const asked = {
      ...ready,
      parent: {
        ...ready.parent,
        metadata: {
          ...ready.parent.metadata,
          annotations: { 'kopiur.home-operations.com/reverify-requested-at': '2026-08-05T12:01:00Z' },
        },
      },
      now: NOW + 61_000,
    }
    const job = running(createdJob(call(asked)), seconds(61), 'verify')
    expect(workSpecOf(job).operation.bootstrap.scan).toBe(true)
    const seen = after({ ...asked, jobs: [job] })
    expect(seen.parent['status']).toMatchObject({ phase: 'Ready', lastReverifyAt: '2026-08-05T12:01:00Z' })
    const done = after({ ...seen, jobs: [ended(job, seconds(70), connected({ created: false }))], now: NOW + 71_000 })
    expect(created(call({ ...withoutJob(done), now: NOW + 80_000 })).filter(({ kind }) => kind === 'Job')).toEqual([])
  })

  test('a suspended repository is not contacted and says so; resuming puts its state back', () => {
    const paused = call({ parent: aRepository({ suspend: true }), objects: [secret] })
    expect(created(paused)).toEqual([])
    expect(condition(paused.status, 'Ready')).toMatchObject({ status: 'False', reason: 'Suspended' })
    const ready = withoutJob(bootstrapped(connected()))
    const suspended = after({
      ...ready,
      parent: { ...ready.parent, spec: { ...(ready.parent['spec'] as object), suspend: true } },
    })
    expect(condition(suspended.parent['status'], 'Ready')?.reason).toBe('Suspended')
    expect(suspended.parent['status']).toMatchObject({ phase: 'Ready' })
    const resumed = call({ ...suspended, parent: { ...ready.parent, status: suspended.parent['status'] } })
    expect(condition(resumed.status, 'Ready')).toMatchObject({ status: 'True', reason: 'Bootstrapped' })
  })

  test('a repository of another namespace than the installation acts on is left alone', () => {
    const decision = call({
      parent: aRepository(),
      objects: [secret],
      settings: { ...settings, onlyNamespace: 'other' },
    })
    expect(created(decision)).toEqual([])
    expect(condition(decision.status, 'Ready')).toMatchObject({ status: 'False', reason: 'OutOfScope' })
  })

  test('many index blobs are a warning that blocks nothing', () => {
    const { parent } = bootstrapped(
      connected({ indexBlobCount: 5 }),
      aRepository({ health: { indexBlobWarnThreshold: 4 } }),
    )
    expect(parent['status']).toMatchObject({ phase: 'Ready' })
    expect(condition(parent['status'], 'IndexBlobHealth')).toMatchObject({
      status: 'False',
      reason: 'TooManyIndexBlobs',
    })
  })
})

test('a spec that cannot be meant is named, contacts nothing and changes nothing', () => {
  const ready = withoutJob(bootstrapped(connected()))
  const spec = { ...(ready.parent['spec'] as object), health: { probe: { interval: '1d' } } }
  const decision = call({ ...ready, parent: { ...ready.parent, spec }, now: NOW + 9_000_000 })
  expect(created(decision)).toEqual([])
  expect(status(decision)).toMatchObject({ phase: 'Ready', uniqueId: 'abc' })
  expect(condition(decision.status, 'Stalled')).toMatchObject({ status: 'True', reason: 'InvalidSpec' })
  expect(condition(decision.status, 'Stalled')?.message).toContain('spec.health.probe.interval')
})
