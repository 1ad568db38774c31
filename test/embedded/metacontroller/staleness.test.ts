import fc from 'fast-check'
import type { JsonObject } from '../../../api/kubernetes/json'
import { timedOut, unreachable, type FaultPlan } from '../../../embedded/api/fault'
import { seededRandom } from '../../../embedded/random/random'
import { runTo, settle } from '../../../embedded/settle'
import { composite, decorator, job, jobRef, snap, snapRef, toyCluster, type Body } from '../toy-cluster'
import { done, policy, policyRef } from '../toy-store'

const status = { phase: 'Ready' }

it('sends parent and children of different ages', async () => {
  const cluster = toyCluster(
    {
      '/c/sync': ({ children }: Body) => ({
        status: { count: Object.keys(children['Snap.toy.example.io/v1'] ?? {}).length },
        children: [snap('s')],
      }),
    },
    [composite()],
    {
      lag: ({ kind }) => (kind === 'Snap' ? 1_000 : 5),
    },
  )
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 1_500)
  cluster.requests.reset()
  done(cluster.store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '1' } } } }))
  await runTo(cluster, cluster.clock.now() + 100)
  expect(cluster.requests.all()).toMatchObject({ create: 1 })
  await settle(cluster)
  const seen = cluster
    .bodies('/c/sync')
    .map(({ parent, children }) => [
      (parent['status'] as JsonObject | undefined)?.['count'],
      Object.keys(children['Snap.toy.example.io/v1'] ?? {}).length,
    ])
  expect(seen[0]).toEqual([undefined, 0])
  expect(seen).toContainEqual([0, 0])
  expect(seen).toContainEqual([0, 1])
  expect(seen.at(-1)).toEqual([1, 1])
})

it('swallows the second creation of a child that it has not seen yet', async () => {
  const cluster = toyCluster({ '/c/sync': () => ({ status, children: [job('j')] }) }, [composite()], {
    lag: ({ kind }) => (kind === 'Job' ? 500 : 5),
  })
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 700)
  const before = done(cluster.store.get(jobRef('j'))).metadata.uid
  done(cluster.store.remove(jobRef('j'), { propagationPolicy: 'Background' }))
  done(cluster.store.create({ ...job('j'), metadata: { name: 'j', namespace: 'team-a', labels: { mine: 'x' } } }))
  const hand = done(cluster.store.get(jobRef('j')))
  await settle(cluster)
  expect(done(cluster.store.get(jobRef('j')))).toBe(hand)
  expect(hand.metadata.uid).not.toBe(before)
  expect(cluster.requests.get('event')).toBe(0)
})

it('keeps an old UID from deleting a new child', async () => {
  const cluster = toyCluster({ '/c/sync': () => ({ status, children: [snap('s')] }) }, [composite()], {
    lag: () => 300,
  })
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  cluster.hooks = { '/c/sync': () => ({ status, children: [] }) }
  done(cluster.store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: '1' } } } }))
  await runTo(cluster, cluster.clock.now() + 200)
  done(cluster.store.remove(snapRef('s')))
  const fresh = done(cluster.store.create(snap('s', { n: 7 })))
  await settle(cluster)
  expect(done(cluster.store.get(snapRef('s')))).toBe(fresh)
})

describe('a restart', () => {
  it('loses timers, and syncs every parent', async () => {
    const cluster = toyCluster({ '/c/sync': () => ({ status, children: [], resyncAfterSeconds: 100 }) }, [composite()])
    cluster.start()
    for (let n = 0; n < 7; n += 1) done(cluster.store.create(policy(`p${n}`)))
    await settle(cluster)
    await runTo(cluster, cluster.clock.now() + 50_000)
    cluster.calls.length = 0
    cluster.metacontroller.restart()
    await settle(cluster)
    expect(cluster.count()).toBe(7)
    await runTo(cluster, cluster.clock.now() + 90_000)
    expect(cluster.count()).toBe(7)
    await runTo(cluster, cluster.clock.now() + 20_000)
    expect(cluster.count()).toBe(14)
  })

  it('cuts a sync off where it is', async () => {
    const cluster = toyCluster({ '/c/sync': () => ({ status, children: [snap('a'), snap('b')] }) }, [composite()], {
      apiDelay: () => 10,
    })
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await runTo(cluster, cluster.clock.now() + 25)
    cluster.metacontroller.stop()
    await runTo(cluster, cluster.clock.now() + 1_000)
    const left = done(cluster.store.list({ apiVersion: 'toy.example.io/v1', kind: 'Snap' })).items.length
    expect(left).toBe(1)
    cluster.metacontroller.start()
    await settle(cluster)
    done(cluster.store.get(snapRef('b')))
  })

  it('does nothing while it is down, and sees afterwards only what is there', async () => {
    const cluster = toyCluster({ '/c/sync': () => ({ status, children: [] }) }, [composite()])
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await settle(cluster)
    cluster.metacontroller.stop()
    done(cluster.store.remove(policyRef('p1')))
    done(cluster.store.create(policy('p2')))
    await runTo(cluster, cluster.clock.now() + 10_000)
    const calls = cluster.count()
    cluster.metacontroller.start()
    await settle(cluster)
    expect(
      cluster
        .bodies('/c/sync')
        .slice(calls)
        .map(({ parent }) => parent.metadata.name),
    ).toContain('p2')
    expect(
      cluster
        .bodies('/c/sync')
        .slice(calls)
        .map(({ parent }) => parent.metadata.name),
    ).not.toContain('p1')
  })
})

it('lists again when its watch breaks or is too old, and misses nothing', async () => {
  const cluster = toyCluster({ '/c/sync': () => ({ status, children: [snap('s')] }) }, [composite()])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  cluster.store.breakWatches()
  done(cluster.store.remove(snapRef('s')))
  done(cluster.store.create(policy('p2')))
  cluster.store.compact()
  await settle(cluster)
  done(cluster.store.get(snapRef('s')))
  expect(done(cluster.store.get(policyRef('p2')))['status']).toMatchObject(status)
})

interface Chaos {
  readonly seed: number
  readonly edits: ReadonlyArray<{ readonly at: number; readonly act: number; readonly target: number }>
}

/** A pure hook: children from the spec, status from what is observed. */
const hook = ({ parent, children }: Body) => {
  const n = Number((parent['spec'] as JsonObject)['n'] ?? 0)
  const wanted = Array.from({ length: n % 4 }, (_, index) => snap(`${parent.metadata.name}-${index}`, { n }))
  return { status: { count: Object.keys(children['Snap.toy.example.io/v1'] ?? {}).length }, children: wanted }
}
const finalize = ({ children }: Body) => {
  const left = Object.keys(children['Snap.toy.example.io/v1'] ?? {}).length
  return { status: {}, children: [], finalized: left === 0, ...(left === 0 ? {} : { resyncAfterSeconds: 5 }) }
}
const decorate = ({ object }: Body) => ({
  labels: { count: String((object['status'] as JsonObject | undefined)?.['count'] ?? 0) },
  attachments: [],
})

const chaos: fc.Arbitrary<Chaos> = fc.record({
  seed: fc.integer(),
  edits: fc.array(fc.record({ at: fc.nat(20_000), act: fc.nat(9), target: fc.nat(2) }), {
    minLength: 5,
    maxLength: 25,
  }),
})

const runChaos = async ({ seed, edits }: Chaos) => {
  const luck = seededRandom(seed)
  let calm = false
  const faults: FaultPlan = () => {
    if (calm || luck.next() > 0.1) return undefined
    return luck.next() < 0.5 ? { _tag: 'Fail', error: unreachable } : { _tag: 'LoseAnswer', error: timedOut }
  }
  const cluster = toyCluster(
    { '/c/sync': hook, '/c/fin': finalize, '/d/sync': decorate },
    [composite({ hooks: ['sync', 'finalize'], snaps: 'InPlace' }), decorator()],
    {
      seed,
      faults,
      lag: () => luck.integer(0, 800),
      hookDuration: () => luck.integer(1, 300),
      apiDelay: () => luck.integer(0, 20),
    },
  )
  const { store, clock } = cluster
  const edit = (act: number, name: string): void => {
    if (act < 4) store.create(policy(name, { n: act }))
    else if (act < 7) store.patch(policyRef(name), { type: 'merge', body: { spec: { n: act } } })
    else if (act === 7)
      store.remove(policyRef(name), { propagationPolicy: luck.next() < 0.5 ? 'Foreground' : 'Background' })
    else if (act === 8) store.remove(snapRef(`${name}-0`))
    else cluster.metacontroller.restart()
  }
  cluster.start()
  for (const { at, act, target } of edits) clock.schedule(clock.now() + at, () => edit(act, `p${target}`))
  await runTo(cluster, clock.now() + 21_000)
  calm = true
  await settle(cluster, { pause: 60_000, limit: 24 * 3_600_000 })
  return cluster
}

it('reaches a quiet fixed point from any schedule of edits, lag, lost answers and restarts, the same for the same seed', async () => {
  await fc.assert(
    fc.asyncProperty(chaos, async (plan) => {
      const { store, count, metacontroller, clock } = await runChaos(plan)
      const policies = done(store.list({ apiVersion: 'toy.example.io/v1', kind: 'Policy' })).items
      const snaps = done(store.list({ apiVersion: 'toy.example.io/v1', kind: 'Snap' })).items
      const wanted = policies.flatMap((parent) => {
        const n = Number((parent['spec'] as JsonObject)['n'] ?? 0)
        expect(parent.metadata.deletionTimestamp).toBeUndefined()
        expect(parent['status']).toEqual({ count: n % 4, observedGeneration: parent.metadata.generation })
        expect(parent.metadata.labels).toEqual({ count: String(n % 4) })
        return Array.from({ length: n % 4 }, (_, index) => `${parent.metadata.name}-${index} ${n}`)
      })
      expect(snaps.map((child) => `${child.metadata.name} ${(child['spec'] as JsonObject)['n']}`).sort()).toEqual(
        wanted.sort(),
      )
      const before = store.all()
      const calls = count()
      await clock.runUntil(clock.now() + 600_000)
      expect(count()).toBe(calls)
      metacontroller.restart()
      await clock.runUntil(clock.now() + 600_000)
      expect(store.all()).toEqual(before)
      const again = await runChaos(plan)
      expect(JSON.stringify(again.store.all())).toBe(JSON.stringify(store.all()))
      expect(again.count()).toBe(calls)
    }),
    { numRuns: 30 },
  )
}, 60_000)
