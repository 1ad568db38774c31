import type { JsonObject } from '../../../api/kubernetes/json'
import { runTo, settle } from '../../../embedded/settle'
import { LAST_APPLIED } from '../../../api/metacontroller/last-applied'
import { composite, job, jobRef, snap, snapRef, toyCluster, type Body } from '../toy-cluster'
import { done, policy, policyRef, refused } from '../toy-store'

const answer =
  (...children: unknown[]) =>
  () => ({ status: { phase: 'Ready' }, children })

const start = async (snaps: string | undefined, hook: (body: Body) => unknown) => {
  const cluster = toyCluster({ '/c/sync': hook }, [composite(snaps === undefined ? {} : { snaps })])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  const wake = async (next: (body: Body) => unknown) => {
    cluster.hooks = { '/c/sync': next }
    const touch = { metadata: { annotations: { touch: String(cluster.calls.length) } } }
    done(cluster.store.patch(policyRef('p1'), { type: 'merge', body: touch }))
    await settle(cluster)
  }
  const edit = (body: JsonObject) => done(cluster.store.patch(snapRef('s'), { type: 'merge', body }))
  return { cluster, store: cluster.store, wake, edit, spec: () => done(cluster.store.get(snapRef('s')))['spec'] }
}

it.each([[undefined], ['OnDelete']])('%s never changes a child', async (method) => {
  const { wake, edit, spec, cluster } = await start(method, answer(snap('s', { n: 1 })))
  edit({ spec: { n: 5 } })
  await wake(answer(snap('s', { n: 2 })))
  expect(spec()).toEqual({ dfl: 'D', n: 5 })
  expect(cluster.requests.get('update')).toBe(0)
})

describe('InPlace', () => {
  it('puts back what it sets, leaves the rest and foreign metadata', async () => {
    const { edit, spec, store, cluster } = await start('InPlace', answer(snap('s', { n: 1 })))
    edit({ spec: { n: 5, text: 'users' }, metadata: { labels: { mine: 'x' }, finalizers: ['x.io/held'] } })
    await settle(cluster)
    expect(spec()).toEqual({ dfl: 'D', n: 1, text: 'users' })
    expect(done(store.get(snapRef('s'))).metadata).toMatchObject({ labels: { mine: 'x' }, finalizers: ['x.io/held'] })
  })

  it('removes what it said before and says no more, down to the whole spec', async () => {
    const { wake, spec, edit, cluster } = await start('InPlace', answer(snap('s', { n: 1, text: 'ours' })))
    edit({ spec: { mode: 'A' } })
    await wake(answer(snap('s', { n: 1 })))
    expect(spec()).toEqual({ dfl: 'D', mode: 'A', n: 1 })
    const { spec: _spec, ...bare } = snap('s')
    await wake(answer(bare))
    expect(spec()).toBeUndefined()
    expect(cluster.metacontroller.failure).toBeUndefined()
  })

  it('keeps the spec of an adopted child that it never returned before', async () => {
    const { spec: _spec, ...bare } = snap('s')
    const { cluster, store, spec } = await start('InPlace', answer())
    const uid = done(store.get(policyRef('p1'))).metadata.uid ?? ''
    cluster.hooks = { '/c/sync': answer(bare) }
    done(store.create(snap('s', { n: 7 }, { labels: { 'controller-uid': uid } })))
    await settle(cluster)
    expect(done(store.get(snapRef('s'))).metadata.annotations).toHaveProperty([LAST_APPLIED])
    expect(spec()).toMatchObject({ n: 7 })
  })

  it('restores its own annotation', async () => {
    const { edit, store, cluster } = await start('InPlace', answer(snap('s')))
    edit({ metadata: { annotations: null } })
    await settle(cluster)
    expect(done(store.get(snapRef('s'))).metadata.annotations).toHaveProperty([LAST_APPLIED])
  })

  it('lets users edit a child whose observed spec is returned verbatim, at one write for each edit', async () => {
    const verbatim = ({ children }: Body) => {
      const observed = children['Snap.toy.example.io/v1']?.['team-a/s']
      return {
        status: { phase: 'Ready' },
        children: [
          observed === undefined
            ? snap('s')
            : { ...observed, metadata: { ...snap('s').metadata, annotations: { ours: 'x' } } },
        ],
      }
    }
    const { edit, spec, cluster } = await start('InPlace', verbatim)
    cluster.requests.reset()
    edit({ spec: { n: 9 } })
    await settle(cluster)
    expect(spec()).toEqual({ dfl: 'D', n: 9 })
    expect(cluster.requests.get('update')).toBe(1)
    const calls = cluster.count()
    await settle(cluster)
    expect(cluster.count()).toBe(calls)
  })

  it('cannot write status or system fields', async () => {
    const { cluster, store } = await start(
      'InPlace',
      answer({ ...snap('s', { n: 1 }, { uid: 'x', generation: 9 }), status: { phase: 'Done' } }),
    )
    const calls = cluster.count()
    expect(done(store.get(snapRef('s')))['status']).toBeUndefined()
    await settle(cluster)
    expect(cluster.count()).toBe(calls)
  })

  it('swallows the conflict of a stale cache and tries again when it has caught up', async () => {
    const { cluster, edit, spec } = await start('InPlace', answer(snap('s', { n: 1 })))
    const { clock } = cluster
    edit({ spec: { n: 5 } })
    await clock.runUntil(clock.now() + 1)
    edit({ metadata: { labels: { mine: 'x' } } })
    await settle(cluster)
    expect(spec()).toEqual({ dfl: 'D', n: 1 })
    expect(cluster.requests.get('event')).toBe(0)
  })
})

it('fails on and on for a Job template that changes under InPlace, but manages all else', async () => {
  const childResources = [
    { apiVersion: 'toy.example.io/v1', resource: 'snaps' },
    { apiVersion: 'batch/v1', resource: 'jobs', updateStrategy: { method: 'InPlace' } },
  ]
  const sync = (image: string) => () => ({
    status: { phase: image },
    children: [job('j', { image }), snap(`s-${image}`)],
  })
  const cluster = toyCluster({ '/c/sync': sync('x') }, [composite({ spec: { childResources } })])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  cluster.hooks = { '/c/sync': sync('y') }
  cluster.requests.reset()
  done(cluster.store.patch(policyRef('p1'), { type: 'merge', body: { spec: { n: 1 } } }))
  await runTo(cluster, cluster.clock.now() + 6_000)
  expect(cluster.requests.get('update')).toBeGreaterThan(9)
  expect(cluster.requests.get('update')).toBeLessThan(14)
  expect(done(cluster.store.get(policyRef('p1')))['status']).toMatchObject({ phase: 'y' })
  done(cluster.store.get(snapRef('s-y')))
  expect(done(cluster.store.get(jobRef('j')))).toMatchObject({
    spec: { template: { spec: { containers: [{ image: 'x' }] } } },
  })
})

describe('Recreate', () => {
  it('deletes a child whose text changed, and makes it anew', async () => {
    const { wake, spec, store } = await start('Recreate', answer(snap('s', { n: 1 })))
    const before = done(store.get(snapRef('s'))).metadata.uid
    await wake(answer(snap('s', { n: 2 })))
    expect(spec()).toEqual({ dfl: 'D', n: 2 })
    expect(done(store.get(snapRef('s'))).metadata.uid).not.toBe(before)
  })

  it('never comes to rest over a quantity in another spelling', async () => {
    const childResources = [{ apiVersion: 'batch/v1', resource: 'jobs', updateStrategy: { method: 'Recreate' } }]
    const sync = (cpu: string) => answer(job('j', { resources: { limits: { cpu } } }))
    const cluster = toyCluster({ '/c/sync': sync('1000m') }, [composite({ spec: { childResources } })])
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await runTo(cluster, cluster.clock.now() + 500)
    expect(cluster.requests.get('remove')).toBeGreaterThan(20)
    cluster.hooks = { '/c/sync': sync('1') }
    await settle(cluster)
    done(cluster.store.get(jobRef('j')))
  })
})

describe('a stub of an OnDelete child', () => {
  const stub = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j', namespace: 'team-a' } }

  it('keeps it, and fails for ever once the child is gone', async () => {
    const { wake, cluster, store } = await start(undefined, answer(job('j')))
    const before = done(store.get(jobRef('j'))).metadata.uid
    await wake(answer(stub))
    expect(done(store.get(jobRef('j'))).metadata.uid).toBe(before)
    done(store.remove(jobRef('j'), { propagationPolicy: 'Background' }))
    await runTo(cluster, cluster.clock.now() + 1_000)
    expect(refused(store.get(jobRef('j'))).code).toBe(404)
    expect(cluster.requests.get('event')).toBeGreaterThan(3)
  })
})

it('cannot make a child whose text is over the limit of annotations', async () => {
  const { cluster, store } = await start(undefined, answer(snap('s', { free: { x: 'x'.repeat(262_000) } })))
  expect(refused(store.get(snapRef('s'))).code).toBe(404)
  expect(cluster.requests.get('event')).toBeGreaterThan(0)
  cluster.hooks = { '/c/sync': answer(snap('s', { free: { x: 'x'.repeat(261_000) } })) }
  await settle(cluster, { pause: 20_000 })
  done(store.get(snapRef('s')))
})

it('keeps what a mover writes on its own Job', async () => {
  const { cluster, store } = await start(undefined, answer(job('j')))
  cluster.requests.reset()
  const calls = cluster.count()
  done(store.patch(jobRef('j'), { type: 'merge', body: { metadata: { annotations: { note: '1' } } } }))
  await settle(cluster)
  expect(done(store.get(jobRef('j'))).metadata.annotations).toMatchObject({ note: '1' })
  expect(cluster.count() - calls).toBe(1)
  expect(cluster.requests.all()).toEqual({ get: 1 })
})
