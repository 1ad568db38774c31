import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { aSecret, API, condition, created, createdJob, ended, NOW, running, workSpecOf } from '../repository/world'
import { ready } from '../repository/snapshots'
import { after, aMaintenance, call, type World } from './world'

const iso = (at: number): string => new Date(at).toISOString().replace('.000', '')
const seconds = (n: number): string => iso(NOW + n * 1000)
const jobs = (world: World): ReadonlyArray<KubeObject> => created(call(world)).filter(({ kind }) => kind === 'Job')
const status = ({ parent }: World) =>
  parent['status'] as {
    readonly quick?: Record<string, unknown>
    readonly full?: Record<string, unknown>
    readonly ownership?: Record<string, unknown>
    readonly manualRun?: Record<string, unknown>
  }

const ran = (facts: object = {}) => ({
  succeeded: { maintenance: { ran: { owner: 'kopiur@kopiur-db-main', ...facts } } },
})
const yielded = { succeeded: { maintenance: { yielded: { holder: 'root@laptop' } } } }
const failed = {
  failed: { kopiaErrorClass: 'RepositoryUnavailable', message: '', retryRecommended: true, stderrTail: 'dial tcp' },
}

/** Starts what is wanted and lets it end so, ten seconds later, its report in the status. */
const run = (world: World, outcome: object | undefined, uid = 'job-uid'): World => {
  const now = world.now ?? NOW
  const job = ended(running(createdJob(call(world)), iso(now), uid), iso(now + 10_000), outcome)
  return after({ ...world, jobs: [job], now: now + 11_000 })
}
const withoutJobs = (world: World): World => ({ ...world, jobs: [] })

const fresh: World = { parent: aMaintenance() }

describe('the schedule', () => {
  test('a new Maintenance runs at once, full', () => {
    const job = createdJob(call(fresh))
    expect(job.metadata.name).toMatch(/^main-f-\d+$/)
    expect(job.metadata.labels).toMatchObject({
      'app.kubernetes.io/component': 'maintenance',
      'kopiur.home-operations.com/maintenance': 'main',
    })
    expect(workSpecOf(job).operation.maintenance).toEqual({
      mode: 'full',
      owner: 'kopiur@kopiur-db-main',
      aliases: [],
      takeoverPolicy: 'Never',
    })
    expect(workSpecOf(job).repository).toMatchObject({
      client: { username: 'kopiur-maintenance', hostname: 'db' },
      expectedUniqueId: 'abc',
      readOnly: false,
    })
  })

  test.each([
    ['ran', ran()],
    ['failed', failed],
  ])('a run that %s by a clock that was ahead does not keep the next one waiting for that day', (_, outcome) => {
    const job = ended(running(createdJob(call(fresh)), iso(NOW)), '2030-01-01T00:00:10Z', outcome)
    const stamped = after({ ...fresh, jobs: [job] })
    expect(JSON.stringify(status(stamped))).toContain('2030-01-01')
    expect(call(stamped).children).toContainEqual(expect.objectContaining({ _tag: 'drop' }))
    const back = after(withoutJobs(stamped))
    expect(JSON.stringify([status(back).quick, status(back).full])).not.toContain('2030')
    expect(call(back).status).toEqual(status(back))
    expect(jobs({ ...back, now: NOW + 7 * 86_400_000 })).toHaveLength(1)
  })

  test('a full run is remembered for both tiers, and the next times are shown', () => {
    const done = run(fresh, ran({ contentReclaimedBytes: 42 }))
    const time = { lastRunAt: seconds(10), lastHandledAt: seconds(10) }
    expect(status(done)).toMatchObject({
      full: { ...time, lastContentReclaimedBytes: 42, nextScheduledAt: '2026-08-06T03:00:00Z' },
      quick: { ...time, nextScheduledAt: '2026-08-05T18:00:00Z' },
      ownership: { owner: 'kopiur/db/main', claimedAt: seconds(10) },
    })
    expect(condition(status(done), 'LeaseOwned')).toMatchObject({ status: 'True', reason: 'LeaseClaimed' })
    expect(condition(status(done), 'Ready')).toMatchObject({ status: 'True', reason: 'Reconciled' })
  })

  test('its Job goes when the report is in the status, not before', () => {
    const job = ended(running(createdJob(call(fresh))), seconds(10), ran())
    expect(call({ ...fresh, jobs: [job] }).children.map(({ _tag }) => _tag)).toEqual(['keep'])
    expect(call(run(fresh, ran())).children.map(({ _tag }) => _tag)).toEqual(['drop'])
  })

  test('a user may keep the Job longer', () => {
    const kept = run({ parent: aMaintenance({ mover: { ttlSecondsAfterFinished: 600 } }) }, ran())
    expect(call({ ...kept, now: NOW + 609_000 }).children.map(({ _tag }) => _tag)).toEqual(['keep'])
    expect(call({ ...kept, now: NOW + 611_000 }).children.map(({ _tag }) => _tag)).toEqual(['drop'])
  })

  test('it wakes for the next slot and runs quick then', () => {
    const idle = withoutJobs(run(fresh, ran()))
    const slot = Date.parse('2026-08-05T18:00:00Z')
    expect(jobs({ ...idle, now: slot - 1000 })).toEqual([])
    expect(call({ ...idle, now: slot - 60_000 }).resyncAfterSeconds).toBe(60)
    const job = createdJob(call({ ...idle, now: slot }))
    expect(job.metadata.name).toBe(`main-q-${slot / 1000}`)
    expect(job.metadata.annotations).toMatchObject({
      [Annotation.maintenanceSlot]: '2026-08-05T18:00:00Z',
      [Annotation.runMode]: 'quick',
    })
  })

  test('a week of downtime is made good by one run of each', () => {
    const idle = withoutJobs(run(fresh, ran()))
    const late = run({ ...idle, now: NOW + 7 * 86_400_000 }, ran(), 'late')
    expect(jobs({ ...withoutJobs(late), now: (late.now ?? 0) + 1000 })).toEqual([])
  })

  test('zones come from the cron, the schedule, the repository, UTC, in this order', () => {
    const next = (spec: object, repository = ready()) =>
      status(run({ parent: aMaintenance(spec), repository }, ran())).full?.['nextScheduledAt']
    const full = { cron: '0 3 * * *' }
    const quick = { cron: '0 */6 * * *' }
    const inBerlin = ready({ scheduleDefaults: { timezone: 'Europe/Berlin' } })
    expect(next({ schedule: { quick, full } })).toBe('2026-08-06T03:00:00Z')
    expect(next({ schedule: { quick, full } }, inBerlin)).toBe('2026-08-06T01:00:00Z')
    expect(next({ schedule: { quick, full, timezone: 'Asia/Tokyo' } }, inBerlin)).toBe('2026-08-05T18:00:00Z')
    expect(next({ schedule: { quick, full: { ...full, timezone: 'UTC' }, timezone: 'Asia/Tokyo' } }, inBerlin)).toBe(
      '2026-08-06T03:00:00Z',
    )
  })

  test('jitter spreads by UID and comes from the cron, else the repository', () => {
    const next = (uid: string, spec: object, repository = ready()) =>
      Date.parse(
        String(status(run({ parent: aMaintenance(spec, { uid }), repository }, ran())).full?.['nextScheduledAt']),
      )
    const base = Date.parse('2026-08-06T03:00:00Z')
    const spread = ['a', 'b', 'c'].map(
      (uid) =>
        next(uid, { schedule: { quick: { cron: '0 */6 * * *' }, full: { cron: '0 3 * * *', jitter: '1h' } } }) - base,
    )
    expect(new Set(spread).size).toBe(3)
    expect(spread.every((late) => late >= 0 && late < 3_600_000)).toBe(true)
    expect(next('a', {}, ready({ scheduleDefaults: { jitter: '1h' } })) - base).toBe(spread[0])
  })

  test.each([
    ['cron', { cron: 'every day' }, 'spec.schedule.full.cron'],
    ['timezone', { cron: '0 3 * * *', timezone: 'Mars/Olympus' }, 'spec.schedule.full.timezone'],
  ])('a bad %s is named, and the other tier goes on', (_, full, field) => {
    const world: World = { parent: aMaintenance({ schedule: { quick: { cron: '0 */6 * * *' }, full } }) }
    const decision = call(world)
    expect(condition(decision.status, 'Ready')).toMatchObject({ status: 'False', reason: 'InvalidSpec' })
    expect(condition(decision.status, 'Stalled')?.message).toContain(field)
    expect(createdJob(decision).metadata.name).toMatch(/^main-q-/)
  })

  test('long names stay below 53 characters and apart', () => {
    const named = (name: string) => createdJob(call({ parent: aMaintenance({}, { name }) })).metadata.name
    const names = [named('n'.repeat(60)), named(`${'n'.repeat(60)}x`)]
    expect(names.every((name) => name.length <= 52)).toBe(true)
    expect(new Set(names).size).toBe(2)
  })
})

describe('one at a time', () => {
  test('nothing starts beside a running Job, be it due or asked for', () => {
    const busy: World = {
      parent: aMaintenance({}, { annotations: { [Annotation.runRequested]: '2026-08-05T11:59:00Z' } }),
      jobs: [running(createdJob(call(fresh)))],
    }
    expect(jobs(busy)).toEqual([])
  })

  test('nor beside one that only the API server knows of', () => {
    const hidden = running(createdJob(call(fresh)))
    expect(jobs({ ...fresh, objects: [aSecret(), hidden] })).toEqual([])
  })

  const pod = (phase: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'main-f-1-abc', namespace: 'db' },
    status: { phase },
  })

  test.each(['Running', 'Pending', 'Unknown'])('nor beside a %s pod whose Job was deleted', (phase) => {
    const decision = call({ ...fresh, objects: [aSecret(), pod(phase)] })
    expect(created(decision)).toEqual([])
    expect(condition(decision.status, 'Ready')).toMatchObject({
      status: 'False',
      reason: 'WaitingForEarlierRun',
      message: expect.stringContaining('kubectl delete pod -n db main-f-1-abc --force'),
    })
    expect(decision.resyncAfterSeconds).toBe(60)
  })

  test('one that has ended is in nobody’s way', () =>
    expect(jobs({ ...fresh, objects: [aSecret(), pod('Failed')] })).toHaveLength(1))
})

describe('a pod that cannot start', () => {
  const stuck = (reason: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pod', namespace: 'db' },
    status: { containerStatuses: [{ state: { waiting: { reason } } }] },
  })
  const waiting = running(createdJob(call(fresh)))
  const started = (reason: string, now: number): World => ({
    ...fresh,
    jobs: [waiting],
    objects: [aSecret(), stuck(reason)],
    now,
  })

  test('fails its run after five minutes and makes room for another', () => {
    expect(call(started('ImagePullBackOff', NOW + 299_000)).status).not.toHaveProperty('full.consecutiveFailures')
    const failedRun = after(started('ImagePullBackOff', NOW + 301_000))
    expect(status(failedRun).full).toMatchObject({ consecutiveFailures: 1, nextScheduledAt: seconds(600) })
    expect(condition(status(failedRun), 'LeaseOwned')?.message).toContain('MoverPodWedged')
    expect(call({ ...failedRun, now: NOW + 400_000 }).children.map(({ _tag }) => _tag)).not.toContain('drop')
    expect(call({ ...failedRun, now: NOW + 600_000 }).children.map(({ _tag }) => _tag)).toContain('drop')
  })

  test('is no failure while it is only slow', () => {
    expect(call(started('ContainerCreating', NOW + 301_000)).status).not.toHaveProperty('full.consecutiveFailures')
  })
})

describe('failures', () => {
  test('are counted, told, and tried again after a rest; the slot stays due', () => {
    const first = run(fresh, failed)
    expect(status(first).full).toMatchObject({ consecutiveFailures: 1, nextScheduledAt: seconds(310) })
    expect(condition(status(first), 'LeaseOwned')).toMatchObject({ status: 'False', reason: 'MaintenanceFailed' })
    expect(condition(status(first), 'Ready')).toMatchObject({ status: 'False', reason: 'MaintenanceFailed' })
    const resting = call({ ...first, now: NOW + 100_000 })
    expect(resting.children.map(({ _tag }) => _tag)).not.toContain('drop')
    expect(call({ ...first, now: NOW + 310_000 }).children.map(({ _tag }) => _tag)).toContain('drop')
    const again = createdJob(call({ ...withoutJobs(first), now: NOW + 311_000 }))
    expect(again.metadata.name).toBe(createdJob(call(fresh)).metadata.name)
  })

  test('quick goes on while full rests', () => {
    expect(jobs({ ...run(fresh, failed), now: NOW + 20_000 }).map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^main-q-/),
    ])
  })

  test('rest longer each time, up to an hour, and a success forgets them', () => {
    const four = ['1', '2', '3', '4', '5', '6'].reduce<World>(
      (world, uid) => {
        const due = Date.parse(String(status(world).full?.['nextScheduledAt'] ?? iso(NOW)))
        return { ...run({ ...withoutJobs(world), now: due }, failed, uid), jobs: [] }
      },
      { parent: { ...aMaintenance(), status: { quick: { lastHandledAt: '2026-08-05T12:00:00Z' } } } },
    )
    expect(status(four).full).toMatchObject({ consecutiveFailures: 6 })
    const due = Date.parse(String(status(four).full?.['nextScheduledAt']))
    expect(due - (four.now ?? 0)).toBe(3_600_000 - 1000)
    expect(status(run({ ...four, now: due }, ran(), 'good')).full).not.toHaveProperty('consecutiveFailures')
  })

  test('make an Event with what kopia said and have a ready repository verified', () => {
    const job = ended(running(createdJob(call(fresh))), seconds(10), failed)
    const { effects } = call({ ...fresh, jobs: [job], now: NOW + 11_000 })
    expect(effects).toContainEqual(
      expect.objectContaining({ reason: 'MaintenanceFailed', message: expect.stringContaining('dial tcp') }),
    )
    expect(effects).toContainEqual(
      expect.objectContaining({
        _tag: 'Annotate',
        ref: expect.objectContaining({ kind: 'Repository', name: 'main', namespace: 'db' }),
        annotations: { [Annotation.reverifyRequestedAt]: seconds(10) },
      }),
    )
    const asked = ready({}, { annotations: { [Annotation.reverifyRequestedAt]: seconds(-20) } })
    const second = call({ ...fresh, repository: asked, jobs: [job], now: NOW + 11_000 })
    expect(second.effects.filter(({ _tag }) => _tag === 'Annotate')).toEqual([])
  })

  test('are told once', () => {
    expect(call({ ...run(fresh, failed), now: NOW + 12_000 }).effects).toEqual([])
  })
})

describe('ownership', () => {
  test.each([
    ['Never', 'LeaseHeldByOther'],
    ['PromptCondition', 'LeaseTakeoverPrompt'],
  ])('with %s another owner is left alone and shown; the slot counts as handled', (takeoverPolicy, reason) => {
    const world: World = { parent: aMaintenance({ ownership: { owner: 'kopiur/db/main', takeoverPolicy } }) }
    const done = run(world, yielded)
    expect(status(done)).toMatchObject({
      ownership: { owner: 'root@laptop' },
      full: { lastHandledAt: seconds(10) },
      quick: { lastHandledAt: seconds(10) },
    })
    expect(status(done).full).not.toHaveProperty('lastRunAt')
    expect(condition(status(done), 'LeaseOwned')).toMatchObject({ status: 'False', reason })
    expect(condition(status(done), 'Ready')).toMatchObject({ status: 'False', reason: 'MaintenanceYielding' })
    expect(condition(status(done), 'Stalled')?.message).toContain('takeoverPolicy: Force')
    expect(jobs({ ...withoutJobs(done), now: NOW + 60_000 })).toEqual([])
  })

  test('owner strings of both kinds, with a cluster and without', () => {
    const owner = (lease: string, aliases: ReadonlyArray<string> = []) => {
      const spec = { ownership: { owner: lease, ownerAliases: aliases, takeoverPolicy: 'Force' } }
      return workSpecOf(createdJob(call({ parent: aMaintenance(spec) }))).operation.maintenance
    }
    expect(owner('kopiur/db/main').owner).toBe('kopiur@kopiur-db-main')
    expect(owner('kopiur/clusterrepository/main').owner).toBe('kopiur@kopiur-clusterrepository-main')
    expect(owner('kopiur/east/db/main', ['kopiur/db/main'])).toMatchObject({
      owner: 'kopiur@kopiur.east.db.main',
      aliases: ['kopiur@kopiur-db-main'],
      takeoverPolicy: 'Force',
    })
  })

  test('claimedAt stays while the owner is the same', () => {
    const first = withoutJobs(run(fresh, ran()))
    const second = run({ ...first, now: Date.parse('2026-08-05T18:00:00Z') }, ran(), 'second')
    expect(status(second).ownership).toEqual(status(first).ownership)
  })
})

describe('the repository', () => {
  test.each<[string, KubeObject | null, string]>([
    ['does not exist', null, 'does not exist'],
    ['was never connected', { ...ready(), status: { phase: 'Pending' } }, 'not connected'],
    ['failed', { ...ready(), status: { phase: 'Failed', uniqueId: 'abc' } }, 'not connected'],
    ['is suspended', ready({ suspend: true }), 'suspended'],
    ['is read-only', ready({ mode: 'ReadOnly' }), 'read-only'],
  ])('that %s is waited for', (_, repository, hint) => {
    const decision = call({ ...fresh, repository })
    expect(created(decision)).toEqual([])
    expect(condition(decision.status, 'LeaseOwned')).toMatchObject({ status: 'False', reason: 'WaitingForRepository' })
    expect(condition(decision.status, 'LeaseOwned')?.message).toContain(hint)
    expect(decision.resyncAfterSeconds).toBe(60)
  })

  test('that does not exist is told by name', () => {
    expect(call({ ...fresh, repository: null }).effects).toContainEqual(
      expect.objectContaining({ reason: 'MissingDependency', message: expect.stringContaining('Repository db/main') }),
    )
  })

  test('that is only slow is maintained: it may be the cure', () => {
    const slow = {
      ...ready(),
      status: {
        phase: 'Degraded',
        uniqueId: 'abc',
        conditions: [
          {
            type: 'BackendReachable',
            status: 'False',
            reason: 'ProbeDeadlineExceeded',
            message: '',
            lastTransitionTime: seconds(-9),
          },
        ],
      },
    }
    expect(jobs({ ...fresh, repository: slow })).toHaveLength(1)
  })

  test('a missing Secret holds the run back and says so', () => {
    const decision = call({ ...fresh, objects: [] })
    expect(created(decision)).toEqual([])
    expect(condition(decision.status, 'CredentialsAvailable')).toMatchObject({
      status: 'False',
      reason: 'MissingCredentialsSecret',
    })
    expect(condition(decision.status, 'Ready')).toMatchObject({ status: 'False', reason: 'MissingCredentialsSecret' })
    const back = call({ parent: { ...fresh.parent, status: decision.status } })
    expect(condition(back.status, 'CredentialsAvailable')?.status).toBe('True')
    expect(created(back)).toHaveLength(1)
  })
})

describe('permission', () => {
  const namespace = (metadata: object): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'db', ...metadata },
  })
  const privileged: World = { parent: aMaintenance({ mover: { privilegedMode: true } }) }

  test('a mover with more rights needs the word of its namespace', () => {
    const decision = call({ ...privileged, objects: [aSecret(), namespace({})] })
    expect(created(decision)).toEqual([])
    expect(condition(decision.status, 'MoverPermitted')).toMatchObject({
      status: 'False',
      reason: 'PrivilegedMoverNotPermitted',
    })
    expect(condition(decision.status, 'Stalled')?.message).toContain(
      'kubectl annotate namespace db kopiur.home-operations.com/privileged-movers=true',
    )
    const annotations = { [Annotation.privilegedMovers]: 'true' }
    const allowed = call({
      parent: { ...privileged.parent, status: decision.status },
      objects: [aSecret(), namespace({ annotations })],
    })
    expect(created(allowed)).toHaveLength(1)
    expect(condition(allowed.status, 'MoverPermitted')).toMatchObject({ status: 'True', reason: 'Permitted' })
  })

  test.each([
    ['a list without it', { list: ['web'] }, 0],
    ['a list with it', { list: ['db'] }, 1],
    ['labels it lacks', { selector: { matchLabels: { team: 'web' } } }, 0],
    ['labels it has', { selector: { matchLabels: { team: 'db' } } }, 1],
  ])('a ClusterRepository serves the namespaces it admits: %s', (_, allowedNamespaces, runs) => {
    const base = ready()
    const repository = {
      ...base,
      kind: 'ClusterRepository',
      metadata: { name: 'main', uid: 'repository-uid', generation: 1 },
      spec: {
        ...(base['spec'] as object),
        encryption: { passwordSecretRef: { name: 'repository-password', namespace: 'db' } },
        allowedNamespaces,
      },
    }
    const decision = call({
      parent: aMaintenance({ repository: { kind: 'ClusterRepository', name: 'main' } }),
      repository,
      objects: [aSecret(), namespace({ labels: { team: 'db' } })],
    })
    expect(created(decision)).toHaveLength(runs)
  })
})

describe('runs by hand', () => {
  const asked = (annotations: { readonly [key: string]: string }, status?: object): World => ({
    parent: aMaintenance(
      {},
      { annotations },
      status ?? { quick: { lastHandledAt: seconds(0) }, full: { lastHandledAt: seconds(0) } },
    ),
  })
  const request = { [Annotation.runRequested]: '2026-08-05T11:59:30Z' }

  test('run quick unless full is asked for, once for each text', () => {
    const job = createdJob(call(asked(request)))
    expect(job.metadata.name).toBe(`main-mq-${Date.parse('2026-08-05T11:59:30Z') / 1000}`)
    expect(createdJob(call(asked({ ...request, [Annotation.runMode]: 'full' }))).metadata.name).toMatch(/^main-mf-/)
    const seen = after({ ...asked(request), jobs: [running(job)] })
    expect(status(seen).manualRun).toEqual({ mode: 'quick', phase: 'Running', requestedAt: '2026-08-05T11:59:30Z' })
    const done = run(asked(request), ran())
    expect(status(done)).toMatchObject({
      manualRun: { phase: 'Succeeded', completedAt: seconds(10) },
      quick: { lastRunAt: seconds(10) },
    })
    expect(jobs({ ...withoutJobs(done), now: NOW + 60_000 })).toEqual([])
  })

  test('that yield are answered, those that fail are not tried again', () => {
    expect(status(run(asked(request), yielded)).manualRun).toMatchObject({ phase: 'Succeeded' })
    const failedRun = run(asked(request), failed)
    expect(status(failedRun).manualRun).toMatchObject({ phase: 'Failed' })
    expect(status(failedRun).quick).not.toHaveProperty('consecutiveFailures')
    expect(jobs({ ...withoutJobs(failedRun), now: NOW + 600_000 })).toEqual([])
  })

  test.each([
    [{ [Annotation.runRequested]: 'now' }, 'RFC3339'],
    [{ ...request, [Annotation.runMode]: 'Full' }, 'quick or full'],
  ])('that cannot be read are told and the schedule goes on: %j', (annotations, hint) => {
    const decision = call(asked(annotations, {}))
    expect(condition(decision.status, 'LeaseOwned')).toMatchObject({ status: 'False', reason: 'InvalidRunRequest' })
    expect(condition(decision.status, 'LeaseOwned')?.message).toContain(hint)
    expect(createdJob(decision).metadata.name).toMatch(/^main-f-/)
  })

  test('whose Job has vanished are given up only on the word of the API server', () => {
    const world = asked(request)
    const job = running(createdJob(call(world)))
    const seen = after({ ...world, jobs: [job] })
    const hidden = call({ ...seen, jobs: [], objects: [aSecret(), job] })
    expect(hidden.status).toMatchObject({ manualRun: { phase: 'Running' } })
    expect(created(hidden)).toEqual([])
    const lost = call({ ...seen, jobs: [] })
    expect(lost.status).toMatchObject({ manualRun: { phase: 'Failed' } })
    expect(condition(lost.status, 'LeaseOwned')?.reason).toBe('ManualRunOutcomeLost')
    expect(jobs({ ...seen, jobs: [], parent: { ...seen.parent, status: lost.status } })).toEqual([])
  })
})

describe('Secrets of another namespace', () => {
  const cluster = (allowed: boolean): KubeObject => ({
    ...ready(),
    kind: 'ClusterRepository',
    metadata: { name: 'main', uid: 'repository-uid', generation: 1 },
    spec: {
      ...(ready()['spec'] as object),
      encryption: { passwordSecretRef: { name: 'repository-password', namespace: 'vault' } },
      allowedNamespaces: { all: true },
      credentialProjection: { allowed },
    },
  })
  const withSpec = (object: KubeObject, spec: object): KubeObject => ({
    ...object,
    spec: { ...(object['spec'] as object), ...spec },
  })
  const vault = { ...aSecret(), metadata: { ...aSecret().metadata, namespace: 'vault' } }
  const world = (spec: object, allowed: boolean, metadata: object = {}): World => ({
    parent: aMaintenance({ repository: { kind: 'ClusterRepository', name: 'main' }, ...spec }, metadata),
    repository: cluster(allowed),
    objects: [vault],
  })
  const enabled = { credentialProjection: { enabled: true } }

  test.each<[string, World, string]>([
    ['the run does not ask for them', world({}, true), 'spec.credentialProjection.enabled: true'],
    ['the owner does not allow it', world(enabled, false), 'spec.credentialProjection.allowed: true'],
  ])('are not copied when %s', (_, given, hint) => {
    const decision = call(given)
    expect(created(decision)).toEqual([])
    expect(decision.effects.filter(({ _tag }) => _tag === 'CopySecret')).toEqual([])
    expect(condition(decision.status, 'CredentialsAvailable')?.message).toContain(hint)
  })

  test.each<[string, World]>([
    ['both sides agree', world(enabled, true)],
    [
      'the repository made the Maintenance itself',
      world(enabled, false, {
        ownerReferences: [
          { apiVersion: API, kind: 'ClusterRepository', name: 'main', uid: 'repository-uid', controller: true },
        ],
      }),
    ],
  ])('are copied when %s', (_, given) => {
    const decision = call(given)
    expect(decision.effects).toContainEqual(
      expect.objectContaining({
        _tag: 'CopySecret',
        from: { apiVersion: 'v1', kind: 'Secret', namespace: 'vault', name: 'repository-password' },
        to: expect.objectContaining({
          metadata: expect.objectContaining({ name: 'main-maint-creds-0', namespace: 'db' }),
        }),
      }),
    )
    expect(JSON.stringify(createdJob(decision))).toContain('"name":"main-maint-creds-0"')
  })

  test.each<[string, KubeObject | null]>([
    ['does not allow it any more', cluster(false)],
    ['does not admit the namespace any more', withSpec(cluster(true), { allowedNamespaces: { list: ['other'] } })],
    ['is suspended', withSpec(cluster(true), { suspend: true })],
    ['is not there', null],
  ])('are not copied when the repository as it is now %s', (_, liveRepository) => {
    const decision = call({ ...world(enabled, true), liveRepository })
    expect(created(decision)).toEqual([])
    expect(decision.effects.filter(({ _tag }) => _tag === 'CopySecret')).toEqual([])
    expect(condition(decision.status, 'Ready')?.status).toBe('False')
  })

  test('a refused copy is a condition, not a Job that hangs', () => {
    const given = world(enabled, true)
    const [effect] = call(given).effects
    if (effect === undefined) throw new Error('no effect')
    const decision = call({ ...given, refusals: [{ effect, code: 403, message: 'secrets is forbidden' }] })
    expect(created(decision)).toEqual([])
    expect(condition(decision.status, 'CredentialsAvailable')?.message).toContain('secrets is forbidden')
  })
})

test('the same observation gives the same bytes, and a settled one changes nothing', () => {
  const idle = withoutJobs(run(fresh, ran()))
  const once = call({ ...idle, now: NOW + 60_000 })
  expect(JSON.stringify(call({ ...idle, now: NOW + 60_000 }))).toBe(JSON.stringify(once))
  expect(once.status).toEqual(idle.parent['status'])
  expect(once.effects).toEqual([])
})
