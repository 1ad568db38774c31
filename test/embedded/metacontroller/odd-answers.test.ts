import { CrashError } from '../../../embedded/metacontroller/failure'
import { runTo, settle } from '../../../embedded/settle'
import { composite, decorator, job, jobRef, raw, snap, snapRef, toyCluster, type ToyHook } from '../toy-cluster'
import { done, policy, policyRef, refused } from '../toy-store'

const good = { status: { phase: 'Ready' }, children: [snap('s')] }
const touch = { type: 'merge', body: { metadata: { annotations: { touch: '1' } } } } as const

/** A policy with one child and a status; then the hook answers something else for a while. */
const after = async (answer: ToyHook, ms = 1_000) => {
  const cluster = toyCluster({ '/c/sync': () => good }, [composite()])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  cluster.requests.reset()
  cluster.calls.length = 0
  cluster.hooks = { '/c/sync': answer }
  done(cluster.store.patch(policyRef('p1'), touch))
  await runTo(cluster, cluster.clock.now() + ms)
  const events = () => done(cluster.store.list({ apiVersion: 'v1', kind: 'Event' })).items
  return { cluster, store: cluster.store, events, status: () => done(cluster.store.get(policyRef('p1')))['status'] }
}

it.each([
  ['{}', raw(200, '{}')],
  ['null', raw(200, 'null')],
  ['an empty list and no status', { children: [] }],
  ['children null', { children: null, status: null }],
])('%s deletes all children and wipes the status', async (_, answer) => {
  const { store, status } = await after(() => answer)
  expect(refused(store.get(snapRef('s'))).code).toBe(404)
  expect(status()).toEqual({ observedGeneration: 1 })
})

it.each([
  ['an empty body', raw(200, '')],
  ['HTML', raw(200, '<html></html>')],
  ['201', raw(201, good)],
  ['204', raw(204)],
  ['400', raw(400, 'no')],
  ['500', raw(500, 'no')],
  ['503 with Retry-After', raw(503, 'no', { 'retry-after': '1' })],
  ['an unknown field', { ...good, debug: 1 }],
  ['a field in the wrong case', { ...good, resyncafterseconds: 1 }],
  ['the labels of a decorator', { ...good, labels: {} }],
  ['a repeated field', raw(200, '{"children":[],"status":{"a":"{"},"children":[]}')],
  ['a child without kind', { ...good, children: [{ apiVersion: 'v1', metadata: { name: 'x' } }] }],
  ['a text for resyncAfterSeconds', { ...good, resyncAfterSeconds: '5' }],
  ['a status that is no object', { ...good, status: 'fine' }],
  ['children that are no list', { ...good, children: {} }],
  ['a list', raw(200, '[]')],
  ['no answer at all', 'throw'],
])('%s touches nothing, makes an Event and comes again with growing delays', async (_, answer) => {
  const { cluster, store, events, status } = await after(() => {
    if (answer === 'throw') throw new Error('socket hang up')
    return answer
  })
  done(store.get(snapRef('s')))
  expect(status()).toEqual({ observedGeneration: 1, phase: 'Ready' })
  expect(events()[0]).toMatchObject({ type: 'Warning', reason: 'SyncError', involvedObject: { name: 'p1' } })
  expect(cluster.count()).toBeGreaterThan(6)
  expect(cluster.count()).toBeLessThan(12)
})

it('does not look for repeated fields inside children', async () => {
  const text = JSON.stringify(good).replace('"n":1', '"n":1,"n":1')
  const { events } = await after(() => raw(200, text))
  expect(events()).toEqual([])
})

it('takes unknown fields where the webhook is loose', async () => {
  const hooks = { sync: { version: 'v2', webhook: { url: 'http://h/c/sync', responseUnMarshallMode: 'loose' } } }
  const cluster = toyCluster({ '/c/sync': () => ({ ...good, debug: 1 }) }, [composite({ spec: { hooks } })])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  done(cluster.store.get(snapRef('s')))
})

describe('a null element ends the process', () => {
  const run = async (hooks: { [path: string]: ToyHook }, controller = composite()) => {
    const cluster = toyCluster(hooks, [controller])
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await settle(cluster)
  }
  const rules = { relatedResources: [null] }

  it.each([
    ['children', () => run({ '/c/sync': () => ({ children: [null] }) })],
    ['undefined children', () => run({ '/c/sync': () => ({ children: [undefined] }) })],
    ['attachments', () => run({ '/d/sync': () => ({ attachments: [null] }) }, decorator())],
    [
      'rules',
      () => run({ '/c/customize': () => rules, '/c/sync': () => good }, composite({ hooks: ['customize', 'sync'] })),
    ],
  ])('%s', async (_, crash) => expect(crash()).rejects.toBeInstanceOf(CrashError))

  it('again after each restart', async () => {
    const cluster = toyCluster({ '/c/sync': () => ({ children: [null] }) }, [composite()])
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await expect(settle(cluster)).rejects.toBeInstanceOf(CrashError)
    cluster.metacontroller.restart()
    await expect(settle(cluster)).rejects.toBeInstanceOf(CrashError)
  })
})

it('creates an undeclared kind, and asks for it again at each sync without ever seeing it', async () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } }
  const { cluster, store } = await after(() => ({ ...good, children: [snap('s'), secret] }))
  const ref = { apiVersion: 'v1', kind: 'Secret', namespace: 'team-a', name: 'x' }
  expect(done(store.get(ref)).metadata.ownerReferences).toHaveLength(1)
  expect(cluster.bodies('/c/sync').every(({ children }) => !('Secret.v1' in children))).toBe(true)
  const made = done(store.get(ref))
  cluster.requests.reset()
  done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '2' } } } }))
  await settle(cluster)
  expect(cluster.requests.get('create')).toBe(1)
  expect(done(store.get(ref))).toBe(made)
})

it.each([
  ['an unknown kind', { apiVersion: 'nowhere.io/v1', kind: 'Nothing', metadata: { name: 'x' } }],
  ['no apiVersion', { kind: 'Snap', metadata: { name: 'x' } }],
  ['no name', { apiVersion: 'toy.example.io/v1', kind: 'Snap', metadata: {} }],
  ['an object that the API refuses', snap('x', { n: 'many' })],
])('%s is an error, but the other children and the status are written', async (_, child) => {
  const { store, status, events } = await after(() => ({ status: { phase: 'Next' }, children: [child, snap('other')] }))
  done(store.get(snapRef('other')))
  expect(refused(store.get(snapRef('s'))).code).toBe(404)
  expect(status()).toMatchObject({ phase: 'Next' })
  expect(events()).not.toEqual([])
})

it('takes the last of two children of one name', async () => {
  const { store } = await after(() => ({ ...good, children: [snap('d', { n: 1 }), snap('d', { n: 2 })] }))
  expect(done(store.get(snapRef('d')))['spec']).toMatchObject({ n: 2 })
})

it('creates and deletes for ever what has a generateName', async () => {
  const nameless = { ...snap(''), metadata: { generateName: 'g-', namespace: 'team-a' } }
  const { cluster } = await after(() => ({ ...good, children: [nameless] }), 500)
  expect(cluster.requests.get('create')).toBeGreaterThan(20)
  expect(cluster.requests.get('remove')).toBeGreaterThan(20)
})

it.each([
  ['another controller-uid', snap('x', {}, { labels: { 'controller-uid': 'other' } })],
  ['labels that are no texts', snap('x', {}, { labels: { a: 1 } })],
])('%s in a child fails the sync before anything is touched', async (_, child) => {
  const { store, status, cluster } = await after(() => ({ status: { phase: 'Next' }, children: [child] }))
  done(store.get(snapRef('s')))
  expect(status()).toMatchObject({ phase: 'Ready' })
  expect(cluster.requests.get('create') + cluster.requests.get('remove')).toBe(0)
})

it('creates a child in another namespace, which the garbage collector takes away again and again', async () => {
  const { cluster, store } = await after(() => ({
    ...good,
    children: [snap('s'), snap('far', {}, { namespace: 'team-b' })],
  }))
  const ref = { ...snapRef('far'), namespace: 'team-b' }
  await settle(cluster)
  expect(refused(store.get(ref)).code).toBe(404)
  expect(cluster.bodies('/c/sync').at(-1)?.children['Snap.toy.example.io/v1']).toHaveProperty(['team-a/s'])
  const creations = cluster.requests.get('create')
  done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '2' } } } }))
  await settle(cluster)
  expect(cluster.requests.get('create')).toBe(creations + 1)
})

it('writes children although the status does not fit the schema, and comes again', async () => {
  const { store, status, events } = await after(() => ({ status: { count: 'many' }, children: [snap('other')] }))
  done(store.get(snapRef('other')))
  expect(status()).toEqual({ observedGeneration: 1, phase: 'Ready' })
  expect(events()[0]?.['message']).toContain('status.count')
})

it('fills in the namespace of the parent', async () => {
  const { name } = snap('bare').metadata
  const { store } = await after(() => ({ ...good, children: [{ ...snap('bare'), metadata: { name } }, job('j')] }))
  done(store.get(snapRef('bare')))
  done(store.get(jobRef('j')))
})

it('stops Events after 25 about one object', async () => {
  let n = 0
  const { cluster, store, events } = await after(() => raw(500, `no ${++n}`))
  for (let edit = 0; edit < 40; edit += 1) {
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: `${edit}` } } } }))
    await runTo(cluster, cluster.clock.now() + 100)
  }
  expect(cluster.count()).toBeGreaterThan(40)
  expect(events()).toHaveLength(25)
})

it('is not stopped by a refusal to write Events', async () => {
  const cluster = toyCluster({ '/c/sync': () => raw(500) }, [composite()], {
    faults: ({ ref, verb }) =>
      ref.kind === 'Event' && verb !== 'list'
        ? { _tag: 'Fail', error: { reason: 'Forbidden', code: 403, message: 'no' } }
        : undefined,
  })
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 1_000)
  expect(cluster.count()).toBeGreaterThan(5)
})
