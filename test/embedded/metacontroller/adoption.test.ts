import { runTo, settle } from '../../../embedded/settle'
import { controllerOf } from '../../../embedded/metacontroller/object-cache'
import {
  composite,
  decorator,
  job,
  jobRef,
  snap,
  snapRef,
  toy,
  toyCluster,
  type Body,
  type ToyHooks,
} from '../toy-cluster'
import { done, policy, policyRef, refused } from '../toy-store'

const SNAPS = 'Snap.toy.example.io/v1'
const status = { phase: 'Ready' }

/** Lists what it observes. */
const keeping = ({ children }: Body) => ({
  status,
  children: Object.values(children).flatMap((kind) => Object.values(kind)),
})
const listing =
  (...names: string[]) =>
  () => ({ status, children: names.map((name) => snap(name)) })

const start = async (hooks: ToyHooks, controllers = [composite()]) => {
  const cluster = toyCluster(hooks, controllers)
  cluster.start()
  const parent = done(cluster.store.create(policy('p1')))
  await settle(cluster)
  return { cluster, store: cluster.store, uid: parent.metadata.uid ?? '' }
}

it('adopts an ownerless child by its label, and sends it without owners in that sync', async () => {
  const { cluster, store, uid } = await start({ '/c/sync': keeping })
  done(store.create(snap('s', {}, { labels: { 'controller-uid': uid } })))
  cluster.requests.reset()
  await settle(cluster)
  const seen = cluster.bodies('/c/sync').flatMap(({ children }) => children[SNAPS]?.['team-a/s'] ?? [])
  expect(seen.map((child) => child.metadata.ownerReferences?.length ?? 0).slice(0, 2)).toEqual([0, 1])
  expect(controllerOf(done(store.get(snapRef('s'))))).toEqual({
    apiVersion: 'toy.example.io/v1',
    kind: 'Policy',
    name: 'p1',
    uid,
    controller: true,
    blockOwnerDeletion: true,
  })
})

it('adopts what a decorator labels', async () => {
  const controllers = [
    composite(),
    decorator({ spec: { resources: [{ apiVersion: 'toy.example.io/v1', resource: 'snaps' }], attachments: [] } }),
  ]
  const hooks: { [path: string]: (body: Body) => unknown } = {
    '/c/sync': keeping,
    '/d/sync': () => ({ attachments: [] }),
  }
  const { cluster, store, uid } = await start(hooks, controllers)
  cluster.hooks = { ...hooks, '/d/sync': () => ({ labels: { 'controller-uid': uid }, attachments: [] }) }
  done(store.create(snap('s')))
  await settle(cluster)
  expect(controllerOf(done(store.get(snapRef('s'))))?.uid).toBe(uid)
})

it('leaves a child of another controller alone, until that owner is gone', async () => {
  const { cluster, store, uid } = await start({ '/c/sync': keeping })
  const owner = done(store.create(toy('Repo', 'x')))
  const ownerReferences = [
    { apiVersion: 'toy.example.io/v1', kind: 'Repo', name: 'x', uid: owner.metadata.uid ?? '', controller: true },
  ]
  cluster.stop()
  done(store.create(snap('s', {}, { labels: { 'controller-uid': uid }, ownerReferences })))
  cluster.metacontroller.start()
  await settle(cluster)
  expect(cluster.bodies('/c/sync').every(({ children }) => !children[SNAPS]?.['team-a/s'])).toBe(true)
  done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { ownerReferences: null } } }))
  await settle(cluster)
  expect(controllerOf(done(store.get(snapRef('s'))))?.uid).toBe(uid)
})

describe('a child whose label is taken off', () => {
  const unlabel = { type: 'merge', body: { metadata: { labels: { 'controller-uid': null } } } } as const

  it('is released and not sent any more', async () => {
    const { cluster, store } = await start({ '/c/sync': listing('s') })
    cluster.hooks = { '/c/sync': keeping }
    done(store.patch(snapRef('s'), unlabel))
    await settle(cluster)
    expect(done(store.get(snapRef('s'))).metadata.ownerReferences).toBeUndefined()
    expect(cluster.bodies('/c/sync').at(-1)?.children[SNAPS]).toEqual({})
  })

  it('stays untouched if it is still listed, at one refused creation for each sync', async () => {
    const { cluster, store } = await start({ '/c/sync': listing('s') })
    done(store.patch(snapRef('s'), unlabel))
    await settle(cluster)
    const released = done(store.get(snapRef('s')))
    expect(released.metadata.ownerReferences).toBeUndefined()
    cluster.requests.reset()
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '1' } } } }))
    await settle(cluster)
    expect(cluster.requests.get('create')).toBe(1)
    expect(done(store.get(snapRef('s')))).toBe(released)
  })

  it('survives its parent', async () => {
    const { cluster, store } = await start({ '/c/sync': listing('s') })
    cluster.hooks = { '/c/sync': keeping }
    done(store.patch(snapRef('s'), unlabel))
    await settle(cluster)
    done(store.remove(policyRef('p1')))
    await settle(cluster)
    done(store.get(snapRef('s')))
  })

  it('looks released but is not while the parent is dying, and is collected with it', async () => {
    const { cluster, store } = await start({ '/c/sync': listing('s') })
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { finalizers: ['x.io/held'] } } }))
    done(store.remove(policyRef('p1')))
    await settle(cluster)
    done(store.patch(snapRef('s'), unlabel))
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '1' } } } }))
    await settle(cluster)
    expect(cluster.bodies('/c/sync').at(-1)?.children[SNAPS]).toEqual({})
    expect(done(store.get(snapRef('s'))).metadata.ownerReferences).toHaveLength(1)
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { finalizers: null } } }))
    await settle(cluster)
    expect(refused(store.get(snapRef('s'))).code).toBe(404)
  })

  it('is rescued by one patch of label and owner, also while the parent is dying', async () => {
    const { cluster, store } = await start({ '/c/sync': listing('s') })
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { finalizers: ['x.io/held'] } } }))
    done(store.remove(policyRef('p1')))
    await settle(cluster)
    done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { labels: null, ownerReferences: null } } }))
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { finalizers: null } } }))
    await settle(cluster)
    done(store.get(snapRef('s')))
  })
})

it('adopts again what lost its owner but kept its label', async () => {
  const { cluster, store, uid } = await start({ '/c/sync': listing('s') })
  done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { ownerReferences: null } } }))
  await settle(cluster)
  expect(controllerOf(done(store.get(snapRef('s'))))?.uid).toBe(uid)
})

it('keeps the label of the dead parent on orphaned children', async () => {
  const { cluster, store, uid } = await start({ '/c/sync': listing('s') })
  done(store.remove(policyRef('p1'), { propagationPolicy: 'Orphan' }))
  await settle(cluster)
  const orphan = done(store.get(snapRef('s')))
  expect(orphan.metadata.ownerReferences).toBeUndefined()
  expect(orphan.metadata.labels).toEqual({ 'controller-uid': uid })
})

describe('two controllers of one parent with one child kind', () => {
  it('a composite releases the attachments of a decorator, which never sees them again', async () => {
    const jobs = {
      resources: [{ apiVersion: 'toy.example.io/v1', resource: 'policies' }],
      attachments: [{ apiVersion: 'batch/v1', resource: 'jobs' }],
    }
    const hooks: ToyHooks = {
      '/c/sync': () => ({ status, children: [] }),
      '/d/sync': () => ({ attachments: [job('j')] }),
    }
    const { cluster, store } = await start(hooks, [composite(), decorator({ spec: jobs })])
    const released = done(store.get(jobRef('j')))
    expect(released.metadata.ownerReferences).toBeUndefined()
    cluster.requests.reset()
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '1' } } } }))
    await settle(cluster)
    expect(cluster.requests.get('create')).toBe(1)
    expect(done(store.get(jobRef('j')))).toBe(released)
    expect(cluster.bodies('/d/sync').at(-1)?.attachments['Job.batch/v1']).toEqual({})
  })

  it('two composites delete the children of each other for ever', async () => {
    const hooks: ToyHooks = {
      '/a/sync': () => ({ status, children: [job('a')] }),
      '/b/sync': () => ({ status, children: [job('b')] }),
    }
    const controllers = [composite({ name: 'a', prefix: 'a' }), composite({ name: 'b', prefix: 'b' })]
    const cluster = toyCluster(hooks, controllers)
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await runTo(cluster, cluster.clock.now() + 500)
    expect(cluster.requests.get('remove')).toBeGreaterThan(10)
  })
})

it('does not wake a parent of the same name when the child of its predecessor goes', async () => {
  const { cluster, store } = await start({ '/c/sync': listing('s') })
  done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { finalizers: ['x.io/held'] } } }))
  done(store.remove(policyRef('p1')))
  await settle(cluster)
  done(store.create(policy('p1')))
  await settle(cluster)
  const calls = cluster.count()
  done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { finalizers: null } } }))
  await settle(cluster)
  expect(cluster.count()).toBe(calls)
  expect(refused(store.get(snapRef('s'))).code).toBe(404)
})

it('makes a listed child anew when somebody deletes it, and a listed Job too', async () => {
  const { cluster, store } = await start({ '/c/sync': () => ({ status, children: [snap('s'), job('j')] }) })
  const uids = () => [snapRef('s'), jobRef('j')].map((ref) => done(store.get(ref)).metadata.uid)
  const before = uids()
  done(store.remove(snapRef('s')))
  done(store.remove(jobRef('j'), { propagationPolicy: 'Background' }))
  await settle(cluster)
  for (const [index, uid] of uids().entries()) expect(uid).not.toBe(before[index])
})

it('deletes a dropped child in the background, once, and makes it anew only when it is gone', async () => {
  const { cluster, store } = await start({ '/c/sync': listing('s') })
  done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { finalizers: ['x.io/held'] } } }))
  await settle(cluster)
  cluster.requests.reset()
  cluster.hooks = { '/c/sync': listing() }
  const touch = (value: string) =>
    store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: value } } } })
  done(touch('1'))
  await settle(cluster)
  done(touch('2'))
  await settle(cluster)
  expect(cluster.requests.get('remove')).toBe(1)
  expect(cluster.bodies('/c/sync').at(-1)?.children[SNAPS]?.['team-a/s']?.metadata.deletionTimestamp).toBeDefined()
  cluster.hooks = { '/c/sync': listing('s') }
  done(touch('3'))
  await settle(cluster)
  expect(cluster.requests.get('create')).toBe(0)
  done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { finalizers: null } } }))
  await settle(cluster)
  expect(done(store.get(snapRef('s'))).metadata.deletionTimestamp).toBeUndefined()
})
