import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import type { Effect } from '../../../hooks/effect'
import { aSnapshot, ready, LABEL } from './snapshots'
import {
  API,
  aSecret,
  call,
  condition,
  created,
  createdJob,
  ended,
  NOW,
  running,
  workSpecOf,
  type Called,
  type World,
} from './world'

const VERDICT = Annotation.repositoryVerdict
const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString().replace('.000', '')
const doomed = (uid: string, parts: Parameters<typeof aSnapshot>[1] = {}): KubeObject =>
  aSnapshot(uid, { deletedAt: ago(20), plan: 'External', ...parts })
const many = (count: number, parts: Parameters<typeof aSnapshot>[1] = {}): ReadonlyArray<KubeObject> =>
  Array.from({ length: count }, (_, index) => doomed(`u${String(index).padStart(3, '0')}`, parts))

const world = (snapshots: ReadonlyArray<KubeObject>, more: Partial<World> = {}): World => ({
  parent: ready(),
  objects: [aSecret(), ...snapshots],
  ...more,
})

const verdicts = ({ effects }: Called): { readonly [uid: string]: string | null | undefined } =>
  Object.fromEntries(
    effects
      .filter((effect): effect is Extract<Effect, { _tag: 'Annotate' }> => effect._tag === 'Annotate')
      .map(({ uid, annotations }) => [uid, annotations[VERDICT]]),
  )

const membersOf = (job: KubeObject | undefined): ReadonlyArray<string> =>
  job?.metadata.annotations?.[Annotation.deleteMembers]?.split(',') ?? []
const batch = (decision: Called): ReadonlyArray<string> =>
  membersOf(created(decision).find(({ kind }) => kind === 'Job'))

test('a planned deletion waits ten seconds for company, then leaves as one batch', () => {
  const early = call(world([doomed('a', { deletedAt: ago(4) })]))
  expect(batch(early)).toEqual([])
  expect(early.resyncAfterSeconds).toBe(6)
  expect(early.needs.filter((need) => need.startsWith('list'))).toEqual([])
  const job = createdJob(call(world([doomed('b', { deletedAt: ago(10) }), doomed('a', { deletedAt: ago(1) })])))
  expect(membersOf(job)).toEqual(['a', 'b'])
  expect(job.metadata).toMatchObject({
    name: `snapdel-${LABEL}-a-b`,
    namespace: 'db',
    labels: {
      'kopiur.home-operations.com/op': 'snapshot-delete-batch',
      'kopiur.home-operations.com/delete-repo': LABEL,
    },
  })
  expect(workSpecOf(job).operation.deleteBatch.members).toContainEqual({
    uid: 'a',
    snapshotId: 'id-a',
    anchor: { sourcePath: '/pvc/data', startTime: '2026-08-01T00:00:00Z', username: 'pg', hostname: 'db' },
    runUid: 'a',
  })
})

const planned = (seconds: number) => ({
  conditions: [
    { type: 'DeletionPlanned', status: 'True', reason: 'External', message: '', lastTransitionTime: ago(seconds) },
  ],
})

test('the ten seconds begin with the plan, where the clock of the API server is behind', () => {
  const early = call(world([doomed('a', { deletedAt: ago(15), status: planned(3) })]))
  expect([batch(early), early.resyncAfterSeconds]).toEqual([[], 7])
  expect(batch(call(world([doomed('a', { deletedAt: ago(15), status: planned(10) })])))).toEqual(['a'])
  const ahead = call(world([doomed('a', { deletedAt: ago(4), status: planned(12) })]))
  expect([batch(ahead), ahead.resyncAfterSeconds]).toEqual([[], 6])
})

test('a plan of a clock that was far ahead holds nothing up', () => {
  expect(batch(call(world([doomed('a', { status: planned(-3600) })])))).toEqual(['a'])
  expect(batch(call(world([doomed('a', { status: planned(-5) })])))).toEqual([])
})

test('two hundred do not wait, and no batch is larger', () => {
  const decision = call(world(many(230, { deletedAt: ago(1), plan: 'Retention' })))
  expect(batch(decision)).toHaveLength(200)
})

test('a pin keeps from pruning, not from being deleted by hand', () => {
  expect(batch(call(world([doomed('a', { spec: { pin: true } })])))).toEqual(['a'])
})

test('a run that was stopped before its id was known is deleted by its tag', () => {
  const job = createdJob(call(world([doomed('a', { id: null })])))
  expect(workSpecOf(job).operation.deleteBatch.members).toEqual([{ uid: 'a', runUid: 'a' }])
})

describe('what is never enrolled', () => {
  test.each<[string, KubeObject]>([
    ['a living Snapshot', aSnapshot('a')],
    ['one whose finalize hook has not spoken', doomed('a', { plan: undefined as unknown as string })],
    ['one with a plan of another word', doomed('a', { plan: 'Whatever' })],
    [
      'one that does not name the repository',
      doomed('a', { status: { resolved: { repository: { name: 'main', namespace: 'elsewhere' } } } }),
    ],
    ['one that names no repository at all', doomed('a', { status: { resolved: {} } })],
    ['one whose data the user wants to keep', doomed('a', { annotations: { [Annotation.skipSnapshotCleanup]: '' } })],
    ['one that is to be kept since', doomed('a', { spec: { deletionPolicy: 'Retain' } })],
    ['one that is to be left behind since', doomed('a', { spec: { deletionPolicy: 'Orphan' } })],
    ['one of retention that is pinned since', doomed('a', { plan: 'Retention', spec: { pin: true } })],
    ['one that is done', doomed('a', { annotations: { [VERDICT]: 'deleted:job' } })],
  ])('%s', (_, snapshot) => {
    expect(batch(call(world([snapshot])))).toEqual([])
  })

  test.each([
    ['suspended', ready({ suspend: true })],
    ['read-only', ready({ mode: 'ReadOnly' })],
    ['not connected', { ...ready(), status: { phase: 'Pending' } }],
    [
      'away',
      {
        ...ready(),
        status: {
          ...(ready()['status'] as object),
          phase: 'Degraded',
          conditions: [
            {
              type: 'BackendReachable',
              status: 'False',
              reason: 'BackendUnreachable',
              message: '',
              lastTransitionTime: ago(9),
            },
          ],
        },
      },
    ],
  ])('anything while the repository is %s', (_, parent) => {
    expect(batch(call(world([doomed('a')], { parent })))).toEqual([])
  })
})

describe('data that somebody else needs', () => {
  test.each<[string, KubeObject]>([
    ['a living Snapshot', aSnapshot('b', { id: 'id-a' })],
    ['a dying one that keeps its data', doomed('b', { id: 'id-a', plan: undefined as unknown as string })],
    ['a dying one that is to be kept since', doomed('b', { id: 'id-a', spec: { deletionPolicy: 'Retain' } })],
    ['an unfinished Restore', restore('Restoring')],
    ['a Restore that only just chose', restore('Resolving')],
    ['a Restore of that Snapshot, under its id of before a pin,', restore('Restoring', rowOf('db'))],
    [
      'a Restore that still fills a claim, although another failed,',
      restore('Failed', {}, { other: claim('Failed'), mine: claim('Populating') }),
    ],
  ])('is kept while %s names it, and that is told', (_, other) => {
    const decision = call(world([doomed('a'), other]))
    expect(batch(decision)).toEqual([])
    expect(decision.effects).toContainEqual(
      expect.objectContaining({
        _tag: 'EmitEvent',
        reason: 'SnapshotDataStillNeeded',
        regarding: expect.objectContaining({ uid: 'a' }),
      }),
    )
  })

  test.each<[string, KubeObject]>([
    [
      'a discovered row',
      aSnapshot('b', { id: 'id-a', status: { origin: 'discovered', snapshot: snapshotOf('id-a') } }),
    ],
    ['a finished Restore', restore('Completed')],
    ['a finished Restore of that Snapshot', restore('Failed', rowOf('db'))],
    ['a Restore of a namesake elsewhere', restore('Restoring', rowOf('media'))],
    ['a Restore whose claims are filled', restore('Completed', {}, { mine: claim('Populated') })],
    ['another deletion', doomed('b', { id: 'id-a' })],
  ])('is not kept for %s', (_, other) => {
    expect(batch(call(world([doomed('a'), other])))).toContain('a')
  })

  test('is told once, and taken back when it is needed no more', () => {
    const told = doomed('a', { annotations: { [VERDICT]: 'needed' } })
    expect(call(world([told, aSnapshot('b', { id: 'id-a' })])).effects).toEqual([])
    const free = call(world([told]))
    expect(verdicts(free)).toEqual({ a: null })
    expect(batch(free)).toEqual(['a'])
  })

  test('a living namesake that only the API server knows of counts as well', () => {
    const all = [doomed('a'), aSnapshot('b', { id: 'id-a' })]
    expect(batch(call(world(all, { cached: all.slice(0, 1) })))).toEqual([])
  })
})

describe('a missing fact keeps everything', () => {
  test.each(['Snapshot', 'Restore', 'Job'])('%s may not be listed', (kind) => {
    expect(batch(call(world([doomed('a')], { reads: { [kind]: { _tag: 'Forbidden', message: 'no' } } })))).toEqual([])
  })

  test('an object that cannot be read is among those listed', () => {
    const odd = { apiVersion: API, kind: 'Restore', metadata: { name: 'odd', namespace: 'db' }, spec: 'odd' }
    expect(batch(call(world([doomed('a'), odd])))).toEqual([])
  })

  test('what the cache shows is gone for the API server', () => {
    expect(batch(call({ ...world([]), cached: [doomed('a')] }))).toEqual([])
  })
})

describe('the mass-deletion breaker', () => {
  test('holds them all at the threshold, with the command that releases them', () => {
    const decision = call(world(many(10, { deletedAt: ago(15) })))
    expect(batch(decision)).toEqual([])
    expect(Object.values(verdicts(decision))).toEqual(Array(10).fill('held'))
    expect(condition(decision.status, 'MassDeletionHeld')).toMatchObject({
      status: 'True',
      reason: 'ThresholdExceeded',
    })
    expect(condition(decision.status, 'MassDeletionHeld')?.message).toContain(
      `kubectl annotate repository main -n db kopiur.home-operations.com/allow-mass-deletion=${ago(15)} --overwrite`,
    )
    expect(condition(decision.status, 'Ready')?.status).toBe('True')
  })

  test('nine leave', () => expect(batch(call(world(many(9))))).toHaveLength(9))

  test('counts the whole wave, of which the caches and the finalize hooks have seen a part', () => {
    const planned = many(8)
    const rest = many(12)
      .slice(8)
      .map((snapshot) => ({ ...snapshot, status: { ...(snapshot['status'] as object), conditions: [] } }))
    const decision = call(world([...planned, ...rest], { cached: planned }))
    expect(batch(decision)).toEqual([])
    expect(Object.keys(verdicts(decision))).toHaveLength(8)
  })

  test('counts one that is to be kept since, until it is gone', () => {
    const kept = doomed('kept', { spec: { deletionPolicy: 'Retain' } })
    expect(batch(call(world([...many(9), kept])))).toEqual([])
  })

  test('does not count one of retention that is pinned since', () => {
    const pinned = doomed('pinned', { plan: 'Retention', spec: { pin: true } })
    expect(batch(call(world([...many(9), pinned])))).toHaveLength(9)
  })

  test('never holds what retention chose', () => {
    const pruned = many(30, { plan: 'Retention', annotations: { [Annotation.prunedBy]: 'retention' } })
    expect(batch(call(world(pruned, { parent: ready({ deletionProtection: { threshold: 1 } }) })))).toHaveLength(30)
  })

  test('lets a prune pass by a held wave', () => {
    const prune = doomed('prune', { plan: 'Retention' })
    expect(batch(call(world([...many(10), prune])))).toEqual(['prune'])
  })

  test('0 turns it off', () => {
    expect(batch(call(world(many(50), { parent: ready({ deletionProtection: { threshold: 0 } }) })))).toHaveLength(50)
  })

  test('an acknowledgement releases what was deleted until then, and no later wave', () => {
    const annotations = { [Annotation.allowMassDeletion]: ago(30) }
    const old = many(10, { deletedAt: ago(30), annotations: { [VERDICT]: 'held' } })
    const later = many(20, { deletedAt: ago(20) }).slice(10)
    const parent = ready({}, { annotations })
    const released = call(world(old, { parent }))
    expect(batch(released)).toHaveLength(10)
    expect(new Set(Object.values(verdicts(released)))).toEqual(new Set([null]))
    const both = call(world([...old, ...later], { parent }))
    expect(batch(both)).toEqual(old.map(({ metadata }) => metadata.uid))
    expect(later.every(({ metadata }) => verdicts(both)[metadata.uid ?? ''] === 'held')).toBe(true)
  })

  test('an acknowledgement of the future covers the past only', () => {
    const parent = ready({}, { annotations: { [Annotation.allowMassDeletion]: '2030-01-01T00:00:00Z' } })
    expect(batch(call(world(many(10), { parent })))).toHaveLength(10)
    expect(batch(call(world(many(10, { deletedAt: '2026-08-05T12:00:30Z' }), { parent })))).toEqual([])
  })

  test('an acknowledgement that is no time releases nothing and is told', () => {
    const parent = ready({}, { annotations: { [Annotation.allowMassDeletion]: 'yes' } })
    const decision = call(world(many(10), { parent }))
    expect(batch(decision)).toEqual([])
    expect(decision.effects).toContainEqual(
      expect.objectContaining({ reason: 'InvalidMassDeletionAck', type: 'Warning' }),
    )
  })

  test('is quiet while it holds: no second verdict, no read of the whole catalogue', () => {
    const first = world(many(10))
    const held = call(first)
    const second = call({
      ...first,
      parent: { ...first.parent, status: held.status },
      objects: [aSecret(), ...many(10, { annotations: { [VERDICT]: 'held' } })],
    })
    expect(second.effects).toEqual([])
    expect(second.status).toEqual(held.status)
    expect(second.needs).toEqual([])
  })

  test('says when it is over', () => {
    const held = call(world(many(10)))
    const over = call(world([], { parent: { ...ready(), status: held.status } }))
    expect(condition(over.status, 'MassDeletionHeld')).toMatchObject({ status: 'False', reason: 'BelowThreshold' })
  })
})

describe('a batch', () => {
  const fired = (uids: ReadonlyArray<string>): { readonly job: KubeObject; readonly world: World } => {
    const before = world(uids.map((uid) => doomed(uid)))
    return { job: running(createdJob(call(before)), ago(5), 'batch-uid'), world: before }
  }
  const success = { succeeded: { deleteBatch: { deleted: ['a', 'b'], alreadyGone: [] } } }

  test('that runs keeps its members, and one runs at a time', () => {
    const { job, world: before } = fired(['a', 'b'])
    expect(batch(call({ ...before, jobs: [job] }))).toEqual([])
    const more = { ...before, objects: [...(before.objects ?? []), doomed('c')], jobs: [job] }
    expect(batch(call(more))).toEqual([])
    const two = { ...more, parent: ready({ concurrency: { maxConcurrentDeleteJobs: 2 } }) }
    expect(batch(call(two))).toEqual(['c'])
  })

  test('that only the API server knows of is not sent twice', () => {
    const { job, world: before } = fired(['a', 'b'])
    const list = { Job: { _tag: 'Listed', items: [job] } } as const
    expect(batch(call({ ...before, reads: list }))).toEqual([])
  })

  test('that succeeded says so to its members, by its UID, and stays until they are gone', () => {
    const { job, world: before } = fired(['a', 'b'])
    const done = { ...before, objects: [...(before.objects ?? []), doomed('c')], jobs: [ended(job, ago(1), success)] }
    const decision = call(done)
    expect(verdicts(decision)).toMatchObject({ a: 'deleted:batch-uid', b: 'deleted:batch-uid' })
    expect(verdicts(decision)['c']).toBeUndefined()
    expect(decision.children.filter(({ _tag }) => _tag === 'drop')).toEqual([])
    const drained = call({ ...done, objects: [aSecret(), doomed('c')] })
    expect(drained.children).toContainEqual(expect.objectContaining({ _tag: 'drop' }))
  })

  test('that failed says nothing, rests a minute, and its members are sent again', () => {
    const { job, world: before } = fired(['a', 'b'])
    const failed = {
      ...before,
      jobs: [
        ended(job, ago(30), { failed: { kopiaErrorClass: 'PermissionDenied', message: '', retryRecommended: false } }),
      ],
    }
    const resting = call(failed)
    expect(verdicts(resting)).toEqual({})
    expect(resting.children.map(({ _tag }) => _tag)).toEqual(['keep'])
    expect(resting.resyncAfterSeconds).toBe(30)
    const rested = call({ ...failed, now: NOW + 30_000 })
    expect(rested.children.map(({ _tag }) => _tag)).toEqual(['drop'])
    expect(batch(call({ ...before, jobs: [], now: NOW + 31_000 }))).toEqual(['a', 'b'])
  })

  test('that is complete without a word is a failure', () => {
    const { job, world: before } = fired(['a'])
    const silent = {
      ...ended(job, ago(1)),
      status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: ago(1) }] },
    }
    expect(verdicts(call({ ...before, jobs: [silent] }))).toEqual({})
  })
})

function restore(phase: string, resolved: object = {}, claims?: object): KubeObject {
  return {
    apiVersion: API,
    kind: 'Restore',
    metadata: { name: 'r', namespace: 'db', uid: 'r' },
    spec: {
      source: { snapshotRef: { name: 'snap-a' } },
      target: claims === undefined ? { pvcRef: { name: 'data' } } : { populator: {} },
    },
    status: {
      phase,
      resolved: { kopiaSnapshotID: 'id-a', repository: { name: 'main', namespace: 'db' }, ...resolved },
      ...(claims === undefined ? {} : { claims }),
    },
  }
}

/** Of a choice whose id a pin has since rewritten. */
function rowOf(namespace: string) {
  return { kopiaSnapshotID: 'id-old', snapshotRef: { name: 'snap-a', namespace } }
}

function claim(phase: string) {
  return { uid: phase, phase, resolved: { kopiaSnapshotID: 'id-a', resolution: 'Snapshot' } }
}

function snapshotOf(kopiaSnapshotID: string) {
  return { kopiaSnapshotID, identity: { username: 'pg', hostname: 'db', sourcePath: '/pvc/data' } }
}
