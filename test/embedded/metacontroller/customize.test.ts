import type { JsonObject } from '../../../api/kubernetes/json'
import { runTo, settle } from '../../../embedded/settle'
import { composite, raw, toy, toyCluster, type ToyHook } from '../toy-cluster'
import { done, policy, policyRef } from '../toy-store'

const hooks = ['customize', 'sync']
const sync: ToyHook = () => ({ status: { phase: 'Ready' }, children: [] })
const rule = (more: JsonObject, resource = 'repos'): JsonObject => ({
  apiVersion: 'toy.example.io/v1',
  resource,
  ...more,
})
const rules =
  (...list: JsonObject[]) =>
  () => ({ relatedResources: list })

const start = async (customize: ToyHook, options: object = {}) => {
  const cluster = toyCluster({ '/c/sync': sync, '/c/customize': customize }, [composite({ hooks })], options)
  const { store } = cluster
  done(store.create(toy('Repo', 'a', { labels: { x: '1' } })))
  done(store.create(toy('Repo', 'b')))
  done(store.create(toy('Repo', 'a', { namespace: 'team-b', labels: { x: '1' } })))
  done(store.create(toy('ClusterRepo', 'a', { labels: { x: '1' } })))
  done(store.create(toy('ClusterRepo', 'c')))
  done(
    store.patch(
      { apiVersion: 'v1', kind: 'Namespace', name: 'team-b' },
      { type: 'merge', body: { metadata: { labels: { team: 'b' } } } },
    ),
  )
  cluster.start()
  done(store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 1_000)
  const counted = async (act: () => unknown) => {
    const before = [cluster.count('/c/sync'), cluster.count('/c/customize')] as const
    act()
    await runTo(cluster, cluster.clock.now() + 1_000)
    return [cluster.count('/c/sync') - before[0], cluster.count('/c/customize') - before[1]]
  }
  const related = () => {
    const last = cluster.bodies('/c/sync').at(-1)?.related ?? {}
    return Object.fromEntries(Object.entries(last).map(([kind, objects]) => [kind.split('.')[0], Object.keys(objects)]))
  }
  return { cluster, store, counted, related }
}

describe('what a rule selects', () => {
  it.each<[string, JsonObject, string[]]>([
    ['nothing said', {}, ['team-a/a', 'team-a/b', 'team-b/a']],
    ['an empty label selector', { labelSelector: {} }, ['team-a/a', 'team-a/b', 'team-b/a']],
    ['labels', { labelSelector: { matchLabels: { x: '1' } } }, ['team-a/a', 'team-b/a']],
    ['namespace and labels', { namespace: 'team-b', labelSelector: { matchLabels: { x: '1' } } }, ['team-b/a']],
    ['a namespace', { namespace: 'team-a' }, ['team-a/a', 'team-a/b']],
    ['namespace and names', { namespace: 'team-a', names: ['a', 'z'] }, ['team-a/a']],
    ['names alone: in every namespace', { names: ['a'] }, ['team-a/a', 'team-b/a']],
    ['an empty list of names: everything', { names: [] }, ['team-a/a', 'team-a/b', 'team-b/a']],
    ['namespace and no names', { namespace: 'team-b', names: [] }, ['team-b/a']],
    ['namespaces by label', { namespaceSelector: { matchLabels: { team: 'b' } } }, ['team-b/a']],
    [
      'namespaces and labels',
      { namespaceSelector: { matchLabels: { team: 'b' } }, labelSelector: { matchLabels: { x: '2' } } },
      [],
    ],
    ['no match: the kind is present', { names: ['zzz'] }, []],
  ])('%s', async (_, more, expected) => {
    expect((await start(rules(rule(more)))).related()).toEqual({ Repo: expected })
  })

  it.each<[string, JsonObject, string[]]>([
    ['all', {}, ['a', 'c']],
    ['names', { names: ['c'] }, ['c']],
    ['a namespace is ignored', { namespace: 'team-a', names: ['c'] }, ['c']],
  ])('of a cluster-scoped kind: %s', async (_, more, expected) => {
    expect((await start(rules(rule(more, 'clusterrepos')))).related()).toEqual({ ClusterRepo: expected })
  })

  it('merges the rules of one kind and sorts keys', async () => {
    const all = [rule({ namespace: 'team-b', names: ['a'] }), rule({ namespace: 'team-a', names: ['a'] })]
    expect((await start(rules(...all))).related()).toEqual({ Repo: ['team-a/a', 'team-b/a'] })
  })

  it('is nothing for an empty or missing list', async () => {
    for (const answer of [{ relatedResources: [] }, { relatedResources: null }, {}])
      expect((await start(() => answer)).related()).toEqual({})
  })
})

it.each<[string, unknown]>([
  ['names with a label selector', { relatedResources: [rule({ names: ['a'], labelSelector: {} })] }],
  ['names with a namespace selector', { relatedResources: [rule({ names: ['a'], namespaceSelector: {} })] }],
  ['namespace with a namespace selector', { relatedResources: [rule({ namespace: 'x', namespaceSelector: {} })] }],
  [
    'a namespace selector on a cluster-scoped kind',
    { relatedResources: [rule({ namespaceSelector: {} }, 'clusterrepos')] },
  ],
  [
    'a bad operator',
    { relatedResources: [rule({ labelSelector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } })] },
  ],
  ['an unknown field in a rule', { relatedResources: [rule({ name: 'a' })] }],
  ['a field that customize does not have', { relatedResources: [], resyncAfterSeconds: 5 }],
  ['an unknown resource', { relatedResources: [rule({}, 'nothings')] }],
  ['a 500', raw(500)],
])('%s fails every sync', async (_, answer) => {
  const { cluster } = await start(() => answer)
  expect(cluster.count('/c/sync')).toBe(0)
  expect(cluster.requests.get('event')).toBeGreaterThan(0)
})

describe('the cache', () => {
  it('is by UID and generation: only a spec change or a deletion asks again', async () => {
    const { counted, store } = await start(rules(rule({})))
    const patch = (body: JsonObject, subresource?: 'status') => () =>
      done(store.patch(policyRef('p1'), { type: 'merge', body, ...(subresource ? { subresource } : {}) }))
    expect((await counted(patch({ metadata: { labels: { a: 'b' } } })))[1]).toBe(0)
    expect((await counted(patch({ status: { note: 'x' } }, 'status')))[1]).toBe(0)
    expect((await counted(patch({ spec: { n: 1 } })))[1]).toBe(1)
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { finalizers: ['x.io/held'] } } }))
    expect((await counted(() => done(store.remove(policyRef('p1')))))[1]).toBe(1)
  })

  it('lasts 20 minutes and keeps empty answers, but no failures', async () => {
    const { counted, cluster, store } = await start(rules())
    const touch = (value: string) => () =>
      done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: value } } } }))
    expect(await counted(touch('1'))).toEqual([1, 0])
    await runTo(cluster, cluster.clock.now() + 1_190_000)
    expect(await counted(touch('2'))).toEqual([1, 0])
    await runTo(cluster, cluster.clock.now() + 20_000)
    expect(await counted(touch('3'))).toEqual([1, 1])
    cluster.hooks = { '/c/sync': sync, '/c/customize': () => raw(500) }
    const [syncs, customizes] = await counted(() =>
      done(store.patch(policyRef('p1'), { type: 'merge', body: { spec: { n: 3 } } })),
    )
    expect(syncs).toBe(0)
    expect(customizes).toBeGreaterThan(5)
  })

  it('is lost with the process and with a spec edit of the controller', async () => {
    const { counted, cluster } = await start(rules(rule({})))
    expect((await counted(() => cluster.metacontroller.restart()))[1]).toBe(1)
    const edited = composite({ hooks, spec: { resyncPeriodSeconds: 7_200 } })
    expect((await counted(() => cluster.applyController(edited)))[1]).toBe(1)
  })
})

describe('a change of a related object', () => {
  it('wakes the parent: create, change, status, deletion, starting and ceasing to match; and nothing else does', async () => {
    const { counted, store } = await start(rules(rule({ labelSelector: { matchLabels: { x: '1' } } })))
    const ref = (name: string) => ({ apiVersion: 'toy.example.io/v1', kind: 'Repo', namespace: 'team-a', name })
    const label = (name: string, x: string | null) => () =>
      done(store.patch(ref(name), { type: 'merge', body: { metadata: { labels: { x } } } }))
    expect(await counted(() => done(store.create(toy('Repo', 'new', { labels: { x: '1' } }))))).toEqual([1, 0])
    expect(await counted(() => done(store.patch(ref('new'), { type: 'merge', body: { spec: { n: 1 } } })))).toEqual([
      1, 0,
    ])
    const status = { type: 'merge', subresource: 'status', body: { status: { note: 'x' } } } as const
    expect(await counted(() => done(store.patch(ref('new'), status)))).toEqual([1, 0])
    expect(await counted(() => done(store.remove(ref('new'))))).toEqual([1, 0])
    expect(await counted(label('b', '1'))).toEqual([1, 0])
    expect(await counted(label('b', null))).toEqual([1, 0])
    expect(await counted(() => done(store.patch(ref('b'), { type: 'merge', body: { spec: { n: 1 } } })))).toEqual([
      0, 0,
    ])
    expect(await counted(() => done(store.create(toy('Repo', 'other'))))).toEqual([0, 0])
  })

  it('wakes every parent that relates to it', async () => {
    const { cluster, counted, store } = await start(rules(rule({ names: ['a'], namespace: 'team-a' })))
    for (let n = 0; n < 50; n += 1) done(store.create(policy(`q${n}`)))
    await settle(cluster)
    const ref = { apiVersion: 'toy.example.io/v1', kind: 'Repo', namespace: 'team-a', name: 'a' }
    cluster.requests.reset()
    expect(await counted(() => done(store.patch(ref, { type: 'merge', body: { spec: { n: 1 } } })))).toEqual([51, 0])
    expect(cluster.requests.all()).toEqual({ get: 51 })
  })

  it('asks the rules of unselected parents too, one after the other, and that delays everybody', async () => {
    const parentResource = {
      apiVersion: 'toy.example.io/v1',
      resource: 'policies',
      labelSelector: { matchLabels: { on: '1' } },
    }
    const customize = rules(rule({ names: ['a'], namespace: 'team-a' }))
    const cluster = toyCluster(
      { '/c/sync': sync, '/c/customize': customize },
      [composite({ hooks, spec: { parentResource } })],
      {
        hookDuration: ({ hook }) => (hook === 'customize' ? 500 : 1),
      },
    )
    const { store, clock } = cluster
    done(store.create(toy('Repo', 'a')))
    cluster.start()
    done(store.create(policy('selected', {}, { labels: { on: '1' } })))
    await settle(cluster)
    for (let n = 0; n < 20; n += 1) done(store.create(policy(`q${n}`)))
    await settle(cluster)
    const before = cluster.count('/c/sync')
    const start = clock.now()
    const ref = { apiVersion: 'toy.example.io/v1', kind: 'Repo', namespace: 'team-a', name: 'a' }
    done(store.patch(ref, { type: 'merge', body: { spec: { n: 1 } } }))
    while (cluster.count('/c/sync') === before && clock.now() < start + 60_000) await clock.runUntil(clock.now() + 100)
    expect(clock.now() - start).toBeGreaterThanOrEqual(10_000)
    expect(clock.now() - start).toBeLessThanOrEqual(10_500)
    await settle(cluster)
    expect(cluster.count('/c/customize')).toBe(21)
  })
})

it('waits in silence for an informer that may not list', async () => {
  const { cluster } = await start(rules(rule({})), {
    faults: ({ verb, ref }: { verb: string; ref: { kind: string } }) =>
      verb === 'list' && ref.kind === 'Repo'
        ? { _tag: 'Fail', error: { reason: 'Forbidden', code: 403, message: 'no' } }
        : undefined,
  })
  await runTo(cluster, cluster.clock.now() + 60_000)
  expect(cluster.count('/c/customize')).toBe(1)
  expect(cluster.count('/c/sync')).toBe(0)
  expect(cluster.requests.get('event')).toBe(0)
})
