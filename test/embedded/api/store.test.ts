import type { WatchEvent } from '../../../api/kubernetes/client'
import type { JournalEntry } from '../../../embedded/api/journal'
import { Store } from '../../../embedded/api/store'
import { builtInKinds } from '../../../embedded/api/kinds/built-in'
import { VirtualClock } from '../../../embedded/clock/virtual-clock'
import { seededRandom } from '../../../embedded/random/random'
import { TOY, toyKinds } from '../toy-kinds'
import { done, policy, policyRef, refused, START, toyStore } from '../toy-store'

describe('creation', () => {
  it('stamps identity, version, generation and time in whole seconds', async () => {
    const { store, clock } = toyStore()
    await clock.runUntil(START + 1_700)
    const made = done(store.create(policy('p1', { n: 1 })))
    expect(made.metadata).toEqual({
      creationTimestamp: '2026-11-29T19:10:44Z',
      generation: 1,
      name: 'p1',
      namespace: 'team-a',
      resourceVersion: '3',
      uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    })
  })

  it('gives the same UIDs for the same seed', () => {
    const uid = () => done(toyStore().store.create(policy('p1'))).metadata.uid
    expect(uid()).toBe(uid())
  })

  it('ignores a status and whatever the writer says of system fields', () => {
    const { store } = toyStore()
    const made = done(
      store.create({ ...policy('p1', {}, { uid: 'mine', generation: 7, selfLink: 'x' }), status: { phase: 'Ready' } }),
    )
    expect(made['status']).toBeUndefined()
    expect(made.metadata).toMatchObject({ generation: 1 })
    expect(made.metadata).not.toHaveProperty('selfLink')
    expect(made.metadata.uid).not.toBe('mine')
  })

  it('refuses a second object of the name, an unknown namespace and an unknown kind', () => {
    const { store } = toyStore()
    done(store.create(policy('p1')))
    expect(refused(store.create(policy('p1')))).toEqual({
      reason: 'AlreadyExists',
      code: 409,
      message: 'policies.toy.example.io "p1" already exists',
    })
    expect(refused(store.create(policy('p1', {}, { namespace: 'nowhere' })))).toMatchObject({ code: 404 })
    expect(refused(store.create({ ...policy('p1'), kind: 'Nothing' }))).toMatchObject({ code: 404 })
  })

  it('makes a name from generateName', () => {
    const { store } = toyStore()
    const { metadata } = done(
      store.create({ ...policy(''), metadata: { name: '', namespace: 'team-a', generateName: 'p-' } as never }),
    )
    expect(metadata.name).toMatch(/^p-[a-z0-9]{5}$/)
  })

  it.each([
    ['an upper case name', { name: 'Bad' }],
    ['a label value of 64 characters', { labels: { a: 'x'.repeat(64) } }],
    ['a label with a space', { labels: { a: 'x y' } }],
    ['a label key with two slashes', { labels: { 'a/b/c': 'x' } }],
    ['a label key without a prefix before its slash', { labels: { '/b': 'x' } }],
    ['an annotation key without a name', { annotations: { 'x.io/': 'x' } }],
    ['a finalizer with a space', { finalizers: ['not mine'] }],
    ['two orders for the same dependents', { finalizers: ['orphan', 'foregroundDeletion'] }],
    ['an owner without a version', { ownerReferences: [{ apiVersion: 'apps/', kind: 'X', name: 'x', uid: 'u' }] }],
    ['an Event as owner', { ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'x', uid: 'u' }] }],
    [
      'two controllers',
      {
        ownerReferences: ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'X', name, uid: name, controller: true })),
      },
    ],
  ])('refuses %s', (_, metadata) => {
    const { store } = toyStore()
    expect(refused(store.create(policy('p1', {}, metadata)))).toMatchObject({ reason: 'Invalid', code: 422 })
  })

  it('refuses more than 262,144 bytes of annotations, key and value counted', () => {
    const { store } = toyStore()
    const annotations = (size: number) => ({ annotations: { a: 'x'.repeat(size) } })
    done(store.create(policy('p1', {}, annotations(262_143))))
    expect(refused(store.create(policy('p2', {}, annotations(262_144)))).message).toContain(
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    )
  })
})

describe('update', () => {
  it('counts spec changes and nothing else in the generation', () => {
    const { store } = toyStore()
    const first = done(store.create(policy('p1', { n: 1 })))
    const labelled = done(store.update({ ...first, metadata: { ...first.metadata, labels: { a: 'b' } } }))
    expect(labelled.metadata.generation).toBe(1)
    const status = done(store.updateStatus({ ...labelled, status: { phase: 'Ready' } }))
    expect(status.metadata.generation).toBe(1)
    expect(done(store.update({ ...status, spec: { n: 2 } })).metadata.generation).toBe(2)
  })

  it('writes nothing and keeps the version when nothing changes', () => {
    const { store } = toyStore()
    const first = done(store.create(policy('p1', { n: 1 })))
    expect(done(store.update({ ...first, spec: { n: 1, dfl: 'D', unknown: true } }))).toBe(first)
  })

  it('keeps status out of object writes and everything else out of status writes', () => {
    const { store } = toyStore()
    const first = done(store.create(policy('p1', { n: 1 })))
    const both = { ...first, spec: { n: 2 }, status: { phase: 'Ready' } }
    const afterObject = done(store.update(both))
    expect(afterObject['status']).toBeUndefined()
    const afterStatus = done(
      store.updateStatus({
        ...afterObject,
        spec: { n: 3 },
        metadata: { ...afterObject.metadata, labels: { a: 'b' } },
        status: { phase: 'Ready' },
      }),
    )
    expect(afterStatus).toMatchObject({ spec: { n: 2 }, status: { phase: 'Ready' } })
    expect(afterStatus.metadata.labels).toBeUndefined()
  })

  it('refuses an old version, another UID, and a custom object without a version', () => {
    const { store } = toyStore()
    const first = done(store.create(policy('p1', { n: 1 })))
    done(store.update({ ...first, spec: { n: 2 } }))
    expect(refused(store.update({ ...first, spec: { n: 3 } }))).toMatchObject({ reason: 'Conflict', code: 409 })
    expect(refused(store.update(policy('p1', {}, { uid: 'other' })))).toMatchObject({ reason: 'Conflict', code: 409 })
    expect(refused(store.update(policy('p1', {})))).toMatchObject({ reason: 'Invalid', code: 422 })
    expect(refused(store.update(policy('p2', {})))).toMatchObject({ reason: 'NotFound', code: 404 })
  })

  it('shares unchanged parts between versions', () => {
    const { store } = toyStore()
    const first = done(store.create(policy('p1', { n: 1, free: { a: { b: 1 } } })))
    const second = done(store.updateStatus({ ...first, status: { phase: 'Ready' } }))
    expect(second['spec']).toBe(first['spec'])
    expect(done(store.get(policyRef('p1')))).toBe(second)
  })

  it('sorts keys, and drops what JSON does not have', () => {
    const { store } = toyStore()
    const made = done(
      store.create(policy('p1', { free: { b: 1, a: [undefined as never, { d: 1, c: undefined as never }] } })),
    )
    expect(JSON.stringify(made['spec'])).toBe('{"dfl":"D","free":{"a":[null,{"d":1}],"b":1}}')
    expect(Object.keys(made)).toEqual(['apiVersion', 'kind', 'metadata', 'spec'])
  })
})

describe('patch', () => {
  it('merges, takes nulls off, and honours the version in the patch', () => {
    const { store } = toyStore()
    const first = done(store.create(policy('p1', { n: 1, text: 'ab' }, { labels: { a: '1', b: '2' } })))
    const body = { metadata: { labels: { a: null, c: '3' } }, spec: { text: null } }
    const second = done(store.patch(policyRef('p1'), { type: 'merge', body }))
    expect(second.metadata.labels).toEqual({ b: '2', c: '3' })
    expect(second['spec']).toEqual({ dfl: 'D', n: 1 })
    const stale = { metadata: { resourceVersion: first.metadata.resourceVersion ?? '' } }
    expect(refused(store.patch(policyRef('p1'), { type: 'merge', body: { ...stale, spec: { n: 2 } } })).code).toBe(409)
  })

  it('patches status through its subresource only', () => {
    const { store } = toyStore()
    done(store.create(policy('p1')))
    const body = { status: { phase: 'Ready' } }
    expect(done(store.patch(policyRef('p1'), { type: 'merge', body }))['status']).toBeUndefined()
    const patched = done(store.patch(policyRef('p1'), { type: 'merge', body, subresource: 'status' }))
    expect(patched['status']).toEqual({ phase: 'Ready' })
  })

  it('applies JSON patches, all or nothing', () => {
    const { store } = toyStore()
    done(store.create(policy('p1', { n: 1 }, { annotations: { 'a.b/c': 'x' } })))
    const patched = done(
      store.patch(policyRef('p1'), {
        type: 'json',
        body: [
          { op: 'test', path: '/metadata/annotations/a.b~1c', value: 'x' },
          { op: 'remove', path: '/metadata/annotations/a.b~1c' },
          { op: 'replace', path: '/spec/n', value: 2 },
        ],
      }),
    )
    expect(patched).toMatchObject({ spec: { n: 2 } })
    expect(patched.metadata.annotations).toBeUndefined()
    const failing = [
      { op: 'replace', path: '/spec/n', value: 3 },
      { op: 'test', path: '/spec/n', value: 4 },
    ] as const
    expect(refused(store.patch(policyRef('p1'), { type: 'json', body: failing })).code).toBe(422)
    expect(done(store.get(policyRef('p1')))).toMatchObject({ spec: { n: 2 } })
  })
})

describe('deletion', () => {
  it('ends an object without finalizers at once', () => {
    const { store } = toyStore()
    done(store.create(policy('p1')))
    done(store.remove(policyRef('p1')))
    expect(refused(store.get(policyRef('p1'))).code).toBe(404)
    expect(refused(store.remove(policyRef('p1'))).code).toBe(404)
  })

  it('marks one with finalizers and ends it with the last of them', () => {
    const { store, clock } = toyStore()
    done(store.create(policy('p1', {}, { finalizers: ['x.io/a'] })))
    done(store.remove(policyRef('p1')))
    const dying = done(store.get(policyRef('p1')))
    expect(dying.metadata).toMatchObject({
      deletionTimestamp: new Date(clock.now()).toISOString().replace('.000', ''),
      deletionGracePeriodSeconds: 0,
      generation: 2,
    })
    done(store.remove(policyRef('p1')))
    expect(done(store.get(policyRef('p1')))).toBe(dying)
    const more = { ...dying, metadata: { ...dying.metadata, finalizers: ['x.io/a', 'x.io/b'] } }
    expect(refused(store.update(more)).message).toContain('no new finalizers can be added')
    done(store.update({ ...dying, metadata: { ...dying.metadata, finalizers: [] } }))
    expect(refused(store.get(policyRef('p1'))).code).toBe(404)
  })

  it('honours preconditions', () => {
    const { store } = toyStore()
    const made = done(store.create(policy('p1')))
    expect(refused(store.remove(policyRef('p1'), { uid: 'other' }))).toMatchObject({ reason: 'Conflict', code: 409 })
    expect(refused(store.remove(policyRef('p1'), { resourceVersion: '1' }))).toMatchObject({ reason: 'Conflict' })
    done(store.remove(policyRef('p1'), { uid: made.metadata.uid ?? '' }))
  })

  it('refuses new content in a dying namespace', () => {
    const { store } = toyStore()
    done(store.create(policy('p0')))
    done(store.remove({ apiVersion: 'v1', kind: 'Namespace', name: 'team-a' }))
    expect(refused(store.create(policy('p1')))).toMatchObject({
      reason: 'Forbidden',
      code: 403,
      message: expect.stringContaining('because it is being terminated'),
    })
    const present = done(store.get(policyRef('p0')))
    expect(done(store.updateStatus({ ...present, status: { phase: 'Ready' } }))['status']).toEqual({ phase: 'Ready' })
  })
})

describe('lists and watches', () => {
  const query = { apiVersion: TOY, kind: 'Policy' }

  it('lists by namespace and labels, in order', () => {
    const { store } = toyStore()
    done(store.create(policy('b', {}, { labels: { x: '1' } })))
    done(store.create(policy('a', {}, { labels: { x: '2' } })))
    done(store.create(policy('c', {}, { namespace: 'team-b', labels: { x: '1' } })))
    const names = (more: object) => done(store.list({ ...query, ...more })).items.map(({ metadata }) => metadata.name)
    expect(names({})).toEqual(['a', 'b', 'c'])
    expect(names({ namespace: 'team-a' })).toEqual(['a', 'b'])
    expect(names({ labelSelector: { matchLabels: { x: '1' } } })).toEqual(['b', 'c'])
    const expression = (operator: string, values?: string[]) => ({
      labelSelector: { matchExpressions: [{ key: 'x', operator, ...(values ? { values } : {}) }] },
    })
    expect(names(expression('NotIn', ['1']))).toEqual(['a'])
    expect(names(expression('DoesNotExist'))).toEqual([])
    expect(names(expression('Exists'))).toEqual(['a', 'b', 'c'])
  })

  it('catches up from a version and goes on live, also for writes made by a handler', () => {
    const { store } = toyStore()
    const first = done(store.create(policy('p1', { n: 1 })))
    done(store.update({ ...first, spec: { n: 2 } }))
    const seen: string[] = []
    const stop = store.watch(
      { ...query, resourceVersion: first.metadata.resourceVersion ?? '' },
      {
        onEvent: ({ type, object }: WatchEvent) => {
          seen.push(`${type} ${object.metadata.name}`)
          if (object.metadata.name === 'p2' && type === 'ADDED') done(store.remove(policyRef('p2')))
        },
        onEnd: () => seen.push('end'),
      },
    )
    done(store.create(policy('p2')))
    done(store.create(policy('p3')))
    expect(seen).toEqual(['MODIFIED p1', 'ADDED p2', 'DELETED p2', 'ADDED p3'])
    stop()
    done(store.create(policy('p4')))
    expect(seen).toHaveLength(4)
  })

  it('tells a watch by labels when objects start and stop matching', () => {
    const { store } = toyStore()
    const seen: string[] = []
    store.watch(
      { ...query, labelSelector: { matchLabels: { x: '1' } }, resourceVersion: '0' },
      {
        onEvent: ({ type }) => seen.push(type),
        onEnd: () => undefined,
      },
    )
    const label = (value: string) =>
      store.patch(policyRef('p1'), { type: 'merge', body: { metadata: { labels: { x: value } } } })
    done(store.create(policy('p1')))
    done(label('1'))
    done(store.patch(policyRef('p1'), { type: 'merge', body: { spec: { n: 1 } } }))
    done(label('2'))
    expect(seen).toEqual(['ADDED', 'MODIFIED', 'DELETED'])
  })

  it('says Gone for a version outside its window', () => {
    const { store } = toyStore({ historyWindow: 5 })
    for (let n = 0; n < 20; n += 1) done(store.create(policy(`p${n}`)))
    const ends: unknown[] = []
    store.watch({ ...query, resourceVersion: '3' }, { onEvent: () => undefined, onEnd: (error) => ends.push(error) })
    expect(ends).toEqual([expect.objectContaining({ reason: 'Gone', code: 410 })])
  })
})

it('comes back from its journal', () => {
  const entries: JournalEntry[] = []
  const { store } = toyStore({ onWrite: (entry) => entries.push(entry) })
  const first = done(store.create(policy('p1', { n: 1 })))
  done(store.create(policy('p2')))
  done(store.update({ ...first, spec: { n: 2 } }))
  done(store.remove(policyRef('p2')))
  const again = new Store({
    clock: new VirtualClock(START),
    random: seededRandom(2),
    kinds: [...builtInKinds, ...toyKinds],
  })
  expect(again.load(JSON.parse(JSON.stringify(entries)))).toEqual([])
  expect(again.all()).toEqual(store.all())
  const version = (s: Store) => done(s.list({ apiVersion: TOY, kind: 'Policy' })).resourceVersion
  expect(version(again)).toBe(version(store))
})
