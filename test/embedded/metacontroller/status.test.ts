import { NotQuiet, runTo, settle } from '../../../embedded/settle'
import { customKind } from '../../../embedded/api/kinds/custom'
import { composite, job, jobRef, snap, snapRef, toyCluster, type Body, type ToyHook } from '../toy-cluster'
import { toyKinds } from '../toy-kinds'
import { done, policy, policyRef } from '../toy-store'

const start = async (hook: ToyHook, controller = composite(), options = {}) => {
  const cluster = toyCluster({ '/c/sync': hook }, [controller], options)
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  const status = () => done(cluster.store.get(policyRef('p1')))['status']
  const touch = (value: string) =>
    done(cluster.store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: value } } } }))
  return { cluster, store: cluster.store, status, touch }
}
const answering = (status: unknown) => () => ({ status, children: [] })

it('replaces the status whole, also what strangers wrote, and forces observedGeneration', async () => {
  const { store, status, cluster } = await start(answering({ phase: 'A', observedGeneration: 99 }))
  expect(status()).toEqual({ observedGeneration: 1, phase: 'A' })
  done(store.patch(policyRef('p1'), { type: 'merge', subresource: 'status', body: { status: { note: 'stranger' } } }))
  await settle(cluster)
  expect(status()).toEqual({ observedGeneration: 1, phase: 'A' })
})

it('says the generation of the parent in the cache', async () => {
  const { store, cluster, status } = await start(answering({ phase: 'A' }), composite(), { lag: () => 500 })
  done(store.patch(policyRef('p1'), { type: 'merge', body: { spec: { n: 1 } } }))
  done(store.create(snap('s', {}, { labels: { 'controller-uid': done(store.get(policyRef('p1'))).metadata.uid } })))
  await settle(cluster)
  expect(status()).toMatchObject({ observedGeneration: 2 })
  const generations = cluster.bodies('/c/sync').map(({ parent }) => parent.metadata.generation)
  expect(generations).toContain(1)
})

it('writes nothing when nothing changes, at one read', async () => {
  const { cluster, touch } = await start(answering({ phase: 'A' }))
  cluster.requests.reset()
  touch('1')
  await settle(cluster)
  expect(cluster.requests.all()).toEqual({ get: 1 })
})

it('is called once more by its own write, which shows it', async () => {
  let n = 0
  const { cluster, touch } = await start(() => ({ status: { count: n }, children: [] }))
  const before = cluster.count()
  n = 1
  touch('1')
  await settle(cluster)
  expect(cluster.count()).toBe(before + 2)
  expect(cluster.bodies('/c/sync').at(-1)?.parent['status']).toMatchObject({ count: 1 })
})

it('is not called by its own write where status changes are ignored, but by labels and spec', async () => {
  const parentResource = { apiVersion: 'toy.example.io/v1', resource: 'policies', ignoreStatusChanges: true }
  const { cluster, store, touch } = await start(
    ({ parent }) => ({
      status: { count: parent.metadata.generation ?? 0, note: parent.metadata.annotations?.['touch'] ?? '' },
      children: [],
    }),
    composite({ spec: { parentResource } }),
  )
  const counted = async (act: () => void) => {
    const before = cluster.count()
    act()
    await settle(cluster)
    return cluster.count() - before
  }
  expect(await counted(() => touch('1'))).toBe(1)
  expect(await counted(() => done(store.patch(policyRef('p1'), { type: 'merge', body: { spec: { n: 2 } } })))).toBe(1)
  expect(
    await counted(() =>
      done(store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { finalizers: ['x.io/y'] } } })),
    ),
  ).toBe(0)
  expect(await counted(() => done(store.remove(policyRef('p1'))))).toBe(2)
})

it.each([
  ['an unknown field', { phase: 'A', unknown: 1 }],
  ['a null', { phase: 'A', note: null }],
])('%s costs one useless write at each sync, and no loop', async (_, status) => {
  const { cluster, touch } = await start(answering(status))
  cluster.requests.reset()
  const before = cluster.count()
  touch('1')
  await settle(cluster)
  expect(cluster.requests.all()).toEqual({ get: 1, updateStatus: 1 })
  expect(cluster.count()).toBe(before + 1)
})

it('never rests with a clock in the status', async () => {
  const cluster = toyCluster({}, [composite()])
  cluster.hooks = { '/c/sync': () => ({ status: { count: cluster.clock.now() % 1_000_000 }, children: [] }) }
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 500)
  expect(cluster.requests.get('updateStatus')).toBeGreaterThan(50)
})

it('is told from a quiet cluster by the number of calls', async () => {
  const cluster = toyCluster({}, [composite()])
  cluster.hooks = { '/c/sync': () => ({ status: { count: cluster.clock.now() % 1_000_000 }, children: [] }) }
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await expect(settle(cluster, { calls: 100 })).rejects.toBeInstanceOf(NotQuiet)
})

it('wins over a stranger, reading again after a conflict', async () => {
  const cluster = toyCluster({ '/c/sync': answering({ phase: 'ours' }) }, [composite()], { apiDelay: () => 3 })
  const { store, clock } = cluster
  cluster.start()
  done(store.create(policy('p1')))
  for (let n = 0; n < 30; n += 1) {
    const body = { status: { note: `${n}` } }
    done(store.patch(policyRef('p1'), { type: 'merge', subresource: 'status', body }))
    await clock.runUntil(clock.now() + 4)
  }
  await settle(cluster)
  expect(done(store.get(policyRef('p1')))['status']).toEqual({ observedGeneration: 1, phase: 'ours' })
})

it('gives up after four conflicts, and forgets then what failed with the children', async () => {
  const conflict = { reason: 'Conflict', code: 409, message: 'modified' } as const
  const { cluster } = await start(
    () => ({ status: { phase: 'A' }, children: [snap('bad', { n: 'x' })] }),
    composite(),
    {
      faults: ({ verb }: { verb: string }) => (verb === 'updateStatus' ? { _tag: 'Fail', error: conflict } : undefined),
    },
  )
  expect(cluster.requests.get('updateStatus')).toBe(4)
  expect(cluster.requests.get('event')).toBe(0)
  expect(cluster.count()).toBe(1)
})

it('does not write to a new parent of the name; the child made for the old one is collected and made for the new one', async () => {
  const cluster = toyCluster(
    { '/c/sync': ({ parent }) => ({ status: { note: parent.metadata.uid ?? '' }, children: [job('j')] }) },
    [composite()],
    {
      hookDuration: () => 400,
    },
  )
  const { store, clock } = cluster
  cluster.start()
  const old = done(store.create(policy('p1')))
  await clock.runUntil(clock.now() + 300)
  done(store.remove(policyRef('p1')))
  const fresh = done(store.create(policy('p1')))
  await settle(cluster)
  expect(done(store.get(policyRef('p1')))['status']).toMatchObject({ note: fresh.metadata.uid })
  expect(done(store.get(jobRef('j'))).metadata.ownerReferences?.[0]?.uid).toBe(fresh.metadata.uid)
  expect(fresh.metadata.uid).not.toBe(old.metadata.uid)
})

it('writes the status although a child could not be created, so a wish must not be reported as done', async () => {
  const forbidden = { reason: 'Forbidden', code: 403, message: 'no' } as const
  const { status, cluster, store } = await start(
    () => ({ status: { phase: 'Minted' }, children: [snap('s')] }),
    composite(),
    {
      faults: ({ verb, ref }: { verb: string; ref: { kind: string } }) =>
        verb === 'create' && ref.kind === 'Snap' ? { _tag: 'Fail', error: forbidden } : undefined,
    },
  )
  expect(status()).toMatchObject({ phase: 'Minted' })
  expect(store.get(snapRef('s'))._tag).toBe('Left')
  expect(cluster.requests.get('event')).toBeGreaterThan(0)
})

describe('a controller that cannot start', () => {
  const bare = (kind: string, plural: string, status: boolean) =>
    customKind({
      kind: 'CustomResourceDefinition',
      spec: {
        group: 'bare.io',
        scope: 'Namespaced',
        names: { kind, plural },
        versions: [{ name: 'v1', storage: true, ...(status ? { subresources: { status: {} } } : {}) }],
      },
    })
  const over = (apiVersion: string, resource: string, childResource?: { apiVersion: string; resource: string }) =>
    composite({
      spec: {
        parentResource: { apiVersion, resource },
        childResources: childResource === undefined ? [] : [childResource],
      },
    })
  const run = async (controller: ReturnType<typeof composite>, kinds = toyKinds) => {
    const cluster = toyCluster({ '/c/sync': answering({}) }, [controller, composite({ name: 'other' })], { kinds })
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await settle(cluster)
    const reasons = done(cluster.store.list({ apiVersion: 'v1', kind: 'Event' })).items.map((event) => event['reason'])
    return { cluster, reasons }
  }

  it('has a parent without status subresource: one Event, and never again without an edit', async () => {
    const { cluster, reasons } = await run(over('bare.io/v1', 'bares'), [...toyKinds, bare('Bare', 'bares', false)])
    expect(reasons).toEqual(['SyncError'])
    expect(cluster.count()).toBeGreaterThan(0)
    cluster.store.define(bare('Bare', 'bares', true))
    await runTo(cluster, cluster.clock.now() + 60_000)
    expect(cluster.metacontroller.notStarted.size).toBe(1)
    cluster.applyController({
      ...over('bare.io/v1', 'bares'),
      metadata: { name: 'toy-policy', annotations: { a: 'b' } },
    })
    expect(cluster.metacontroller.notStarted.size).toBe(0)
  })

  it.each([
    ['a parent that is not there', over('nowhere.io/v1', 'nothings')],
    ['a built-in parent', over('batch/v1', 'jobs')],
  ])('has %s: nothing is said', async (_, controller) => {
    const { cluster, reasons } = await run(controller)
    expect(reasons).toEqual([])
    expect(cluster.metacontroller.notStarted.size).toBe(1)
  })

  it('has a child kind that is not there: an Event, others run on, and it recovers by itself', async () => {
    const { cluster, reasons } = await run(
      over('toy.example.io/v1', 'policies', { apiVersion: 'bare.io/v1', resource: 'bares' }),
    )
    expect(reasons).toEqual(['CreateError'])
    const calls = cluster.count()
    expect(calls).toBeGreaterThan(0)
    cluster.store.define(bare('Bare', 'bares', true))
    await runTo(cluster, cluster.clock.now() + 30_000)
    expect(cluster.metacontroller.notStarted.size).toBe(0)
    expect(cluster.count()).toBeGreaterThan(calls)
  })

  it('may not list a declared child kind: silence for ever', async () => {
    const cluster = toyCluster({ '/c/sync': answering({}) }, [composite()], {
      faults: ({ verb, ref }) =>
        verb === 'list' && ref.kind === 'Job'
          ? { _tag: 'Fail', error: { reason: 'Forbidden', code: 403, message: 'no' } }
          : undefined,
    })
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await runTo(cluster, cluster.clock.now() + 60_000)
    expect(cluster.count()).toBe(0)
    expect(cluster.requests.get('event')).toBe(0)
  })
})

it('sends the status as it was until the cache has caught up', async () => {
  let n = 0
  const seen: unknown[] = []
  const hook = ({ parent }: Body) => {
    seen.push((parent['status'] as { count?: number } | undefined)?.count)
    return { status: { count: ++n > 3 ? 3 : n }, children: [] }
  }
  const { cluster, touch } = await start(hook, composite(), { lag: () => 200 })
  touch('1')
  await settle(cluster)
  expect(seen[0]).toBeUndefined()
  expect(seen.at(-1)).toBe(3)
})
