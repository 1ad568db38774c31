import { runTo, settle } from '../../../embedded/settle'
import { composite, decorator, snap, toyCluster, type Body, type ToyHooks } from '../toy-cluster'
import { done, policy, policyRef, refused } from '../toy-store'

const configMap = (name: string, data: { [key: string]: string } = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
})
const mapRef = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'team-a', name })

const start = async (hooks: ToyHooks, controllers = [decorator()], options = {}) => {
  const cluster = toyCluster(hooks, controllers, options)
  cluster.start()
  done(cluster.store.create(policy('p1', { n: 1 }, { labels: { keep: 'k', drop: 'd' } })))
  await settle(cluster)
  const touch = async (value: string) => {
    done(cluster.store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: value } } } }))
    await settle(cluster)
  }
  return { cluster, store: cluster.store, touch, target: () => done(cluster.store.get(policyRef('p1'))) }
}

it('merges labels and annotations, null takes off, and leaves the status alone without one', async () => {
  const { target, cluster, touch } = await start({
    '/d/sync': () => ({ labels: { drop: null, add: 'a' }, annotations: { note: 'n' }, attachments: [] }),
  })
  expect(target().metadata).toMatchObject({ labels: { add: 'a', keep: 'k' }, annotations: { note: 'n' } })
  expect(target().metadata.labels).not.toHaveProperty('drop')
  cluster.requests.reset()
  await touch('1')
  expect(cluster.requests.all()).toEqual({})
})

it('replaces a status by its own, also by an empty one, through the subresource and then the object', async () => {
  const { target, cluster, touch } = await start({ '/d/sync': () => ({ status: { phase: 'A' }, attachments: [] }) })
  expect(target()['status']).toEqual({ phase: 'A' })
  expect(cluster.requests.get('updateStatus')).toBe(1)
  expect(cluster.requests.get('update')).toBe(1)
  cluster.hooks = { '/d/sync': () => ({ status: null, attachments: [] }) }
  await touch('1')
  expect(target()['status']).toEqual({ phase: 'A' })
  cluster.hooks = { '/d/sync': () => ({ status: {}, attachments: [] }) }
  await touch('2')
  expect(target()['status']).toEqual({})
})

it.each([
  ['a number as a label', { labels: { a: 1 }, attachments: [] }],
  ['a boolean as an annotation', { annotations: { a: true }, attachments: [] }],
  ['children of a composite', { children: [], attachments: [] }],
])('%s fails the call', async (_, answer) => {
  const cluster = toyCluster({ '/d/sync': () => answer }, [decorator()])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 500)
  expect(cluster.requests.get('event')).toBeGreaterThan(0)
  expect(done(cluster.store.get(policyRef('p1'))).metadata.labels).toBeUndefined()
})

it('owns its attachments, marks them, and tells them from those of others', async () => {
  const hooks: ToyHooks = {
    '/a/sync': () => ({ attachments: [configMap('a')] }),
    '/b/sync': () => ({ attachments: [configMap('b')] }),
  }
  const { cluster, store, touch } = await start(hooks, [
    decorator({ name: 'a', prefix: 'a' }),
    decorator({ name: 'b', prefix: 'b' }),
  ])
  expect(done(store.get(mapRef('a'))).metadata).toMatchObject({
    annotations: { 'metacontroller.k8s.io/decorator-controller': 'a' },
    ownerReferences: [{ kind: 'Policy', name: 'p1', controller: true, blockOwnerDeletion: true }],
  })
  await touch('1')
  const seen = cluster.bodies('/a/sync').at(-1)?.attachments
  expect(seen).toEqual({ 'ConfigMap.v1': { 'team-a/a': expect.anything() }, 'Secret.v1': {} })
  cluster.hooks = { ...hooks, '/a/sync': () => ({ attachments: [] }) }
  await touch('2')
  expect(refused(store.get(mapRef('a'))).code).toBe(404)
  done(store.get(mapRef('b')))
})

it('adopts nothing and releases nothing', async () => {
  const { store, cluster, touch } = await start({ '/d/sync': () => ({ attachments: [] }) })
  const annotations = { 'metacontroller.k8s.io/decorator-controller': 'toy-decorator' }
  done(store.create(configMap('orphan', {}, { namespace: 'team-a', annotations })))
  await touch('1')
  expect(cluster.bodies('/d/sync').at(-1)?.attachments['ConfigMap.v1']).toEqual({})
  done(store.get(mapRef('orphan')))
})

it('updates attachments in place where it is told to', async () => {
  const attachments = [{ apiVersion: 'v1', resource: 'configmaps', updateStrategy: { method: 'InPlace' } }]
  const { store, cluster, touch } = await start({ '/d/sync': () => ({ attachments: [configMap('a', { x: '1' })] }) }, [
    decorator({ spec: { attachments } }),
  ])
  cluster.hooks = { '/d/sync': () => ({ attachments: [configMap('a', { x: '2' })] }) }
  await touch('1')
  expect(done(store.get(mapRef('a')))['data']).toEqual({ x: '2' })
})

it('ends the sync with success at a conflict of its target; attachments wait a turn', async () => {
  const { cluster, store } = await start({ '/d/sync': () => ({ attachments: [] }) }, [decorator()], {
    lag: () => 50,
    hookDuration: () => 10,
  })
  cluster.hooks = { '/d/sync': () => ({ labels: { l: '1' }, attachments: [configMap('a')] }) }
  cluster.calls.length = 0
  cluster.requests.reset()
  done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '1' } } } }))
  await cluster.clock.runUntil(cluster.clock.now() + 40)
  done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '2' } } } }))
  await cluster.clock.runUntil(cluster.clock.now() + 25)
  expect(cluster.requests.get('update')).toBe(1)
  expect(refused(store.get(mapRef('a'))).code).toBe(404)
  await settle(cluster)
  done(store.get(mapRef('a')))
  expect(done(store.get(policyRef('p1'))).metadata.labels).toMatchObject({ l: '1' })
  expect(cluster.requests.get('event')).toBe(0)
})

describe('selectors', () => {
  const run = async (resources: object[]) => {
    const cluster = toyCluster({ '/d/sync': () => ({ attachments: [] }) }, [
      decorator({ spec: { resources: resources as never } }),
    ])
    cluster.start()
    done(cluster.store.create(policy('both', {}, { labels: { a: '1' }, annotations: { b: '1' } })))
    done(cluster.store.create(policy('label', {}, { labels: { a: '1' } })))
    done(cluster.store.create(policy('none')))
    await settle(cluster)
    return [...new Set(cluster.bodies('/d/sync').map(({ object }) => object.metadata.name))].sort()
  }
  const policies = { apiVersion: 'toy.example.io/v1', resource: 'policies' }
  const byLabel = { ...policies, labelSelector: { matchLabels: { a: '1' } } }

  it('must all match, labels and annotations', async () => {
    expect(await run([{ ...byLabel, annotationSelector: { matchAnnotations: { b: '1' } } }])).toEqual(['both'])
    expect(await run([byLabel])).toEqual(['both', 'label'])
  })

  it('of two rules for one kind the last one counts', async () => {
    expect(await run([policies, byLabel])).toEqual(['both', 'label'])
  })
})

it('works on built-in kinds and beside a composite that writes status, and comes to rest', async () => {
  const hooks: ToyHooks = {
    '/c/sync': ({ parent }: Body) => ({
      status: { count: parent.metadata.generation ?? 0 },
      children: [snap(`s-${parent.metadata.name}`)],
    }),
    '/d/sync': ({ object }: Body) => ({
      labels: { seen: String((object['status'] as { count?: number })?.count ?? '') },
      attachments: [],
    }),
    '/ns/sync': ({ object }: Body) => ({
      attachments: [configMap('in-namespace', {}, { namespace: object.metadata.name })],
    }),
  }
  const namespaces = decorator({
    name: 'ns',
    prefix: 'ns',
    spec: {
      resources: [{ apiVersion: 'v1', resource: 'namespaces' }],
      attachments: [{ apiVersion: 'v1', resource: 'configmaps' }],
    },
  })
  const { cluster, store } = await start(hooks, [composite(), decorator(), namespaces])
  for (let n = 0; n < 20; n += 1) done(store.create(policy(`q${n}`)))
  await settle(cluster)
  for (let n = 0; n < 20; n += 1)
    expect(done(store.get(policyRef(`q${n}`))).metadata.labels).toMatchObject({ seen: '1' })
  done(store.get(mapRef('in-namespace')))
  const calls = cluster.count()
  await runTo(cluster, cluster.clock.now() + 10_000)
  expect(cluster.count()).toBe(calls)
  done(store.remove({ apiVersion: 'v1', kind: 'Namespace', name: 'team-a' }))
  await settle(cluster)
  expect(refused(store.get({ apiVersion: 'v1', kind: 'Namespace', name: 'team-a' })).code).toBe(404)
})

it('two writers of one status fight for ever', async () => {
  const cluster = toyCluster(
    {
      '/c/sync': () => ({ status: { phase: 'c' }, children: [] }),
      '/d/sync': () => ({ status: { phase: 'd' }, attachments: [] }),
    },
    [composite(), decorator()],
  )
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 500)
  expect(cluster.requests.get('updateStatus')).toBeGreaterThan(25)
})
