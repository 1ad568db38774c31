import { runTo, settle } from '../../../embedded/settle'
import {
  composite,
  decorator,
  job,
  jobRef,
  raw,
  snap,
  snapRef,
  toyCluster,
  type Body,
  type ToyHooks,
} from '../toy-cluster'
import { done, policy, policyRef, refused } from '../toy-store'

const FINALIZER = 'metacontroller.io/compositecontroller-toy-policy'
const status = { phase: 'Ready' }
const hooks = ['sync', 'finalize']
const sync = () => ({ status, children: [snap('s')] })
const finalize = (answer: unknown): ToyHooks => ({ '/c/sync': sync, '/c/fin': () => answer })
const waiting = { status: { phase: 'Bye' }, children: [], finalized: false }

const start = async (toyHooks: ToyHooks, controllers = [composite({ hooks })], options = {}) => {
  const cluster = toyCluster(toyHooks, controllers, options)
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  const touch = async (value: string) => {
    done(cluster.store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: value } } } }))
    await settle(cluster)
  }
  return { cluster, store: cluster.store, touch, gone: () => cluster.store.get(policyRef('p1'))._tag === 'Left' }
}

it('puts the finalizer on before the first call, by a read and a write', async () => {
  const { cluster } = await start(finalize(waiting))
  expect(cluster.bodies('/c/sync')[0]?.parent.metadata.finalizers).toEqual([FINALIZER])
  expect(cluster.requests.get('update')).toBe(1)
})

it('does not loop over finalized: false, and manages children meanwhile; the timer works', async () => {
  const { cluster, store, gone } = await start(finalize({ ...waiting, children: [job('cleanup')] }))
  done(store.remove(policyRef('p1')))
  await settle(cluster)
  expect(cluster.count('/c/fin')).toBeLessThan(5)
  expect(cluster.bodies('/c/fin').at(-1)?.children['Job.batch/v1']).toHaveProperty(['team-a/cleanup'])
  expect(cluster.bodies('/c/fin').every(({ finalizing }) => finalizing)).toBe(true)
  expect(refused(store.get(snapRef('s'))).code).toBe(404)
  cluster.hooks = finalize({ ...waiting, children: [job('cleanup')], resyncAfterSeconds: 5 })
  done(store.patch(jobRef('cleanup'), { type: 'merge', body: { metadata: { annotations: { x: 'y' } } } }))
  await settle(cluster)
  const calls = cluster.count()
  await runTo(cluster, cluster.clock.now() + 6_000)
  expect(cluster.count()).toBe(calls + 1)
  expect(gone()).toBe(false)
})

it('ends the parent with finalized: true, loses that status, and GC takes what is owned', async () => {
  const { cluster, store, gone } = await start(finalize({ status, children: [snap('s')], finalized: true }))
  done(store.remove(policyRef('p1')))
  await settle(cluster)
  expect(gone()).toBe(true)
  expect(refused(store.get(snapRef('s'))).code).toBe(404)
  expect(cluster.requests.get('event')).toBe(0)
})

describe('foreground deletion', () => {
  const foreground = { propagationPolicy: 'Foreground' } as const

  it('calls the hook but ignores its children while GC works; afterwards a cleanup Job is made', async () => {
    const { cluster, store } = await start(finalize({ ...waiting, children: [snap('s'), job('cleanup')] }))
    const before = done(store.get(snapRef('s'))).metadata.uid
    done(store.remove(policyRef('p1'), foreground))
    await settle(cluster)
    const [first] = cluster.bodies('/c/fin')
    expect(first?.parent.metadata.finalizers).toContain('foregroundDeletion')
    expect(done(store.get(jobRef('cleanup'))).metadata.deletionTimestamp).toBeUndefined()
    expect(done(store.get(snapRef('s'))).metadata.uid).not.toBe(before)
    expect(done(store.get(policyRef('p1'))).metadata.finalizers).toEqual([FINALIZER])
  })

  it('never makes it while a child holds the phase open', async () => {
    const { cluster, store, touch } = await start(finalize({ ...waiting, children: [job('cleanup')] }))
    done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { finalizers: ['x.io/held'] } } }))
    done(store.remove(policyRef('p1'), foreground))
    await settle(cluster)
    await touch('1')
    expect(refused(store.get(jobRef('cleanup'))).code).toBe(404)
    expect(done(store.get(snapRef('s'))).metadata.deletionTimestamp).toBeDefined()
    done(store.patch(snapRef('s'), { type: 'merge', body: { metadata: { finalizers: null } } }))
    await settle(cluster)
    done(store.get(jobRef('cleanup')))
  })

  it('loses the cleanup if the hook says finalized too early', async () => {
    const { cluster, store, gone } = await start(finalize({ ...waiting, children: [job('cleanup')], finalized: true }))
    done(store.remove(policyRef('p1'), foreground))
    await settle(cluster)
    expect(gone()).toBe(true)
    expect(refused(store.get(jobRef('cleanup'))).code).toBe(404)
  })

  it('is the same for a decorator', async () => {
    const cleanup = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cleanup' } }
    const { cluster, store } = await start(
      { '/d/sync': () => ({ attachments: [] }), '/d/fin': () => ({ attachments: [cleanup], finalized: false }) },
      [decorator({ hooks })],
    )
    done(store.remove(policyRef('p1'), foreground))
    await settle(cluster)
    done(store.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'team-a', name: 'cleanup' }))
  })
})

it('keeps children under orphan deletion, and calls the hook', async () => {
  const { cluster, store, gone } = await start(finalize({ status, children: [], finalized: true }))
  done(store.remove(policyRef('p1'), { propagationPolicy: 'Orphan' }))
  await settle(cluster)
  expect(gone()).toBe(true)
  expect(done(store.get(snapRef('s'))).metadata.ownerReferences).toBeUndefined()
  expect(cluster.count('/c/fin')).toBeGreaterThan(0)
})

it('cannot start a Job in a dying namespace; status works and finalized: true frees it', async () => {
  const { cluster, store } = await start(finalize({ ...waiting, children: [job('cleanup')] }))
  const namespace = { apiVersion: 'v1', kind: 'Namespace', name: 'team-a' }
  const events = () => done(store.list({ apiVersion: 'v1', kind: 'Event', namespace: 'team-a' })).items
  done(store.remove(namespace))
  await runTo(cluster, cluster.clock.now() + 1_000)
  expect(refused(store.get(jobRef('cleanup'))).code).toBe(404)
  expect(events()).toEqual([])
  expect(done(store.get(policyRef('p1')))['status']).toMatchObject({ phase: 'Bye' })
  cluster.hooks = finalize({ ...waiting, finalized: true })
  await settle(cluster, { pause: 10_000 })
  expect(refused(store.get(namespace)).code).toBe(404)
})

it('keeps the parent while the hook fails', async () => {
  const { cluster, store, gone } = await start({ '/c/sync': sync, '/c/fin': () => raw(500) })
  done(store.remove(policyRef('p1')))
  await runTo(cluster, cluster.clock.now() + 60_000)
  expect(gone()).toBe(false)
  cluster.hooks = finalize({ ...waiting, finalized: true })
  await settle(cluster, { pause: 120_000 })
  expect(gone()).toBe(true)
})

it('takes the finalizer off and puts it on again for ever when sync says finalized', async () => {
  const cluster = toyCluster({ '/c/sync': () => ({ status, children: [], finalized: true }) }, [composite({ hooks })])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 500)
  expect(cluster.requests.get('update')).toBeGreaterThan(30)
})

describe('a living parent that opts out', () => {
  const parentResource = {
    apiVersion: 'toy.example.io/v1',
    resource: 'policies',
    labelSelector: { matchExpressions: [{ key: 'off', operator: 'DoesNotExist' }] },
  }
  const off = { type: 'merge', body: { metadata: { labels: { off: 'yes' } } } } as const

  it('gets finalize calls, its children are managed, and it is left alone afterwards', async () => {
    const controllers = [composite({ hooks, spec: { parentResource } })]
    const { cluster, store, touch } = await start(
      finalize({ ...waiting, children: [snap('farewell')], finalized: true }),
      controllers,
    )
    done(store.patch(policyRef('p1'), off))
    await settle(cluster)
    const parent = done(store.get(policyRef('p1')))
    expect(parent.metadata.finalizers).toBeUndefined()
    expect(parent['status']).toMatchObject({ phase: 'Bye' })
    expect(cluster.bodies('/c/fin')[0]?.parent.metadata.deletionTimestamp).toBeUndefined()
    done(store.get(snapRef('farewell')))
    const calls = cluster.count()
    await touch('1')
    expect(cluster.count()).toBe(calls)
  })

  it('is just ignored without a finalize hook', async () => {
    const { cluster, store } = await start({ '/c/sync': sync }, [composite({ spec: { parentResource } })])
    const calls = cluster.count()
    done(store.patch(policyRef('p1'), off))
    await settle(cluster)
    expect(cluster.count()).toBe(calls)
    done(store.get(snapRef('s')))
  })
})

it('calls sync for a dying parent that another finalizer holds, with status but without children', async () => {
  const { cluster, store } = await start({ '/c/sync': sync }, [composite()])
  done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { finalizers: ['x.io/held'] } } }))
  await settle(cluster)
  cluster.hooks = {
    '/c/sync': ({ parent }: Body) => ({
      status: { phase: parent.metadata.deletionTimestamp === undefined ? 'A' : 'Dying' },
      children: [],
    }),
  }
  done(store.remove(policyRef('p1')))
  await settle(cluster)
  expect(done(store.get(policyRef('p1')))['status']).toMatchObject({ phase: 'Dying' })
  done(store.get(snapRef('s')))
  expect(cluster.bodies('/c/sync').at(-1)?.finalizing).toBe(false)
})

it('calls the hook again after our finalizer is off while another holds the object', async () => {
  const { cluster, store, touch } = await start(finalize({ ...waiting, finalized: true }))
  done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { finalizers: [FINALIZER, 'x.io/held'] } } }))
  done(store.remove(policyRef('p1')))
  await settle(cluster)
  expect(done(store.get(policyRef('p1'))).metadata.finalizers).toEqual(['x.io/held'])
  const calls = cluster.count('/c/fin')
  await touch('1')
  expect(cluster.count('/c/fin')).toBeGreaterThan(calls)
})

describe('the finalizer on all parents', () => {
  it('goes when the hook is taken out of the controller', async () => {
    const { cluster, store } = await start(finalize(waiting))
    cluster.applyController(composite())
    await settle(cluster)
    expect(done(store.get(policyRef('p1'))).metadata.finalizers).toBeUndefined()
  })

  it('is stranded when the controller is deleted', async () => {
    const { cluster, store, gone } = await start(finalize(waiting))
    cluster.removeController(composite())
    done(store.remove(policyRef('p1')))
    await runTo(cluster, cluster.clock.now() + 60_000)
    expect(gone()).toBe(false)
    expect(cluster.count('/c/fin')).toBe(0)
  })

  it('is put on by a finalize hook without a webhook, and only a sync answer takes it off', async () => {
    const webhook = { url: 'http://h/c/sync' }
    const spec = { hooks: { sync: { version: 'v2', webhook }, finalize: {} } }
    const { cluster, store, gone } = await start({ '/c/sync': sync }, [composite({ spec })])
    done(store.remove(policyRef('p1')))
    await settle(cluster)
    expect(gone()).toBe(false)
    cluster.hooks = { '/c/sync': () => ({ status, children: [], finalized: true }) }
    done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '1' } } } }))
    await settle(cluster)
    expect(gone()).toBe(true)
  })
})

it('is called with finalize for a decorator target, whose attachments follow the answer also when finalized', async () => {
  const farewell = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }
  const { cluster, store, gone } = await start(
    { '/d/sync': () => ({ attachments: [farewell] }), '/d/fin': () => ({ attachments: [], finalized: true }) },
    [decorator({ hooks })],
  )
  expect(done(store.get(policyRef('p1'))).metadata.finalizers).toEqual([
    'metacontroller.io/decoratorcontroller-toy-decorator',
  ])
  done(store.remove(policyRef('p1')))
  await settle(cluster)
  expect(gone()).toBe(true)
  expect(cluster.count('/d/fin')).toBe(1)
})
