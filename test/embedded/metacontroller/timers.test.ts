import { runTo, settle } from '../../../embedded/settle'
import { composite, decorator, raw, toyCluster, type Body, type ToyHook } from '../toy-cluster'
import { done, policy, policyRef } from '../toy-store'

const status = { phase: 'Ready' }
const answering = (resyncAfterSeconds: unknown) => ({ status, children: [], resyncAfterSeconds })

/** One policy at rest; then calls are timed from a touch on. */
const times = async (hook: ToyHook, ms: number, controller = composite()) => {
  const cluster = toyCluster({ '/c/sync': () => ({ status, children: [] }) }, [controller])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster, { pause: 100 })
  cluster.hooks = { '/c/sync': hook }
  cluster.calls.length = 0
  const touch = (value: string) => {
    done(cluster.store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { annotations: { touch: value } } } }))
  }
  const start = cluster.clock.now()
  touch('0')
  await runTo(cluster, start + ms)
  return { cluster, start, touch, at: () => cluster.calls.map((call) => call.at - start) }
}

const sequence = (...answers: unknown[]): ToyHook => {
  let n = 0
  return () => answers[Math.min(n++, answers.length - 1)]
}

it.each([[0], [undefined], [null], [-5]])('%p means no timer', async (seconds) => {
  const { at } = await times(() => answering(seconds), 100_000)
  expect(at()).toHaveLength(1)
})

it('calls again after the given time, fractions too', async () => {
  const { at } = await times(() => answering(0.2), 1_000)
  expect(at()).toHaveLength(5)
})

it('is a hot loop for times too small or too large for a duration', async () => {
  for (const seconds of [1e-9, 9.3e9])
    expect((await times(() => answering(seconds), 1_000)).at().length).toBeGreaterThan(100)
})

describe('one pending timer, moved earlier only', () => {
  it.each([
    [4, 0, 4_000],
    [2, 60, 2_000],
    [60, 1, 1_100],
  ])('%d s, then %d s after 0.1 s', async (first, second, expected) => {
    const { cluster, touch, at, start } = await times(sequence(answering(first), answering(second), answering(0)), 99)
    touch('1')
    await runTo(cluster, start + 70_000)
    const calls = at()
    expect(calls[2]).toBeGreaterThanOrEqual(expected)
    expect(calls[2]).toBeLessThan(expected + 50)
  })
})

it('does not fire for a parent that is gone', async () => {
  const { cluster, at } = await times(sequence(answering(5), answering(0)), 100)
  done(cluster.store.remove(policyRef('p1')))
  await runTo(cluster, cluster.clock.now() + 20_000)
  expect(at()).toHaveLength(1)
})

it('sets the timer although the rest of the sync fails', async () => {
  const failures = Array.from({ length: 10 }, () => raw(500))
  const bad = { ...answering(1), status: { count: 'many' } }
  const { at } = await times(sequence(...failures, bad, answering(0)), 12_000)
  const gaps = at().map((time, index) => time - (at()[index - 1] ?? 0))
  expect(gaps[11]).toBeGreaterThanOrEqual(1_000)
  expect(gaps[11]).toBeLessThan(1_010)
})

it('loses timers when the spec of the controller changes, and syncs everything then', async () => {
  const { cluster, at } = await times(sequence(answering(50), answering(0)), 100)
  cluster.applyController(composite({ spec: { resyncPeriodSeconds: 3_600 } }))
  await runTo(cluster, cluster.clock.now() + 100_000)
  expect(at()).toHaveLength(2)
  cluster.applyController({
    ...composite({ spec: { resyncPeriodSeconds: 3_600 } }),
    metadata: { name: 'toy-policy', annotations: { a: 'b' } },
  })
  await runTo(cluster, cluster.clock.now() + 100_000)
  expect(at()).toHaveLength(2)
})

describe('resyncPeriodSeconds', () => {
  it.each([
    [10, 3],
    [0, 30],
    [-3, 30],
  ])('%d calls %d times in 30 s, also if status changes are ignored', async (period, expected) => {
    const parentResource = { apiVersion: 'toy.example.io/v1', resource: 'policies', ignoreStatusChanges: true }
    const spec = { resyncPeriodSeconds: period, parentResource }
    const { at } = await times(() => answering(0), 30_500, composite({ spec }))
    expect(at().length - 1).toBeGreaterThanOrEqual(expected - 1)
    expect(at().length - 1).toBeLessThanOrEqual(expected + 1)
  })
})

it('calls for every parent at the resync of informers, if that is switched on', async () => {
  const cluster = toyCluster({ '/c/sync': () => answering(0) }, [composite()], { informerResyncMs: 1_800_000 })
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await settle(cluster)
  const before = cluster.count()
  await runTo(cluster, cluster.clock.now() + 1_900_000)
  expect(cluster.count()).toBe(before + 1)
})

it('backs off from 5 ms, doubling; a new event calls at once and keeps the count; a success resets it', async () => {
  const { cluster, at, touch } = await times(() => raw(500), 700)
  const gaps = at()
    .slice(1)
    .map((time, index) => time - (at()[index] ?? 0))
  gaps.forEach((gap, n) => {
    expect(gap).toBeGreaterThanOrEqual(5 * 2 ** n)
    expect(gap).toBeLessThan(5 * 2 ** n + 5)
  })
  const failures = gaps.length + 1
  touch('1')
  await runTo(cluster, cluster.clock.now() + 10)
  expect(at()).toHaveLength(failures + 1)
  await runTo(cluster, cluster.clock.now() + 5 * 2 ** failures - 20)
  cluster.hooks = { '/c/sync': () => answering(0) }
  await settle(cluster)
  cluster.calls.length = 0
  cluster.hooks = { '/c/sync': () => raw(500) }
  const restart = cluster.clock.now()
  touch('2')
  await runTo(cluster, restart + 20)
  expect(cluster.count()).toBe(3)
})

it('never waits longer than 1000 s', async () => {
  const { at } = await times(() => raw(500), 10_000_000)
  const gaps = at()
    .slice(1)
    .map((time, index) => time - (at()[index] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(1_000_010)
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(1_000_000)
})

describe('429', () => {
  const tooMany = (after: string) => raw(429, 'later', after === '' ? {} : { 'retry-after': after })

  it('comes again after whole seconds, without an Event or a counted failure', async () => {
    const { cluster, at } = await times(() => tooMany('2'), 9_000)
    expect(at().map((time) => Math.round(time / 100) / 10)).toEqual([0, 2, 4, 6, 8])
    expect(cluster.requests.get('event')).toBe(0)
  })

  it('understands a date', async () => {
    let date = ''
    const { at } = await times(() => tooMany(date === '' ? (date = 'Sun, 29 Nov 2026 19:11:00 UTC') : '100'), 20_000)
    expect(at()).toHaveLength(2)
  })

  it.each([[''], ['0'], ['1.5'], ['soon']])('is a hot loop with %p', async (after) => {
    expect((await times(() => tooMany(after), 1_000)).at().length).toBeGreaterThan(300)
  })
})

it('gives up a call after the timeout of the webhook, 10 s if it names none', async () => {
  for (const [timeout, expected] of [
    [undefined, 10_000],
    ['1s', 1_000],
    ['1m30s', 90_000],
  ] as const) {
    const webhook = { url: 'http://h/c/sync', ...(timeout === undefined ? {} : { timeout }) }
    const cluster = toyCluster(
      { '/c/sync': () => answering(0) },
      [composite({ spec: { hooks: { sync: { version: 'v2', webhook } } } })],
      {
        hookDuration: () => Infinity,
      },
    )
    cluster.start()
    done(cluster.store.create(policy('p1')))
    await runTo(cluster, cluster.clock.now() + expected + 8)
    expect(cluster.requests.get('event')).toBe(1)
    expect(cluster.count()).toBe(1)
  }
})

it('works on one parent once at a time, on as many parents as there are workers, and collapses events', async () => {
  const cluster = toyCluster({ '/c/sync': () => answering(0) }, [composite()], { workers: 3, hookDuration: () => 100 })
  cluster.start()
  for (let n = 0; n < 9; n += 1) done(cluster.store.create(policy(`p${n}`)))
  await runTo(cluster, cluster.clock.now() + 60)
  for (let n = 0; n < 10; n += 1)
    done(
      cluster.store.patch(policyRef('p0'), { type: 'merge', body: { metadata: { annotations: { touch: `${n}` } } } }),
    )
  await settle(cluster)
  const calls = cluster.calls.map(({ at, body }) => [at, (body as Body).parent.metadata.name] as const)
  const first = calls.slice(0, 9).map(([at]) => at - (calls[0]?.[0] ?? 0))
  expect(first).toEqual([0, 0, 0, 100, 100, 100, 200, 200, 200])
  const [one, two, ...more] = calls.filter(([, name]) => name === 'p0').map(([at]) => at)
  expect((two ?? 0) - (one ?? 0)).toBeGreaterThanOrEqual(100)
  expect(more.length).toBeLessThan(2)
})

it('treats decorators the same', async () => {
  const cluster = toyCluster({ '/d/sync': () => ({ attachments: [], resyncAfterSeconds: 2 }) }, [decorator()])
  cluster.start()
  done(cluster.store.create(policy('p1')))
  await runTo(cluster, cluster.clock.now() + 9_000)
  expect(cluster.count()).toBe(5)
})
