import type { KubeObject } from '../../../api/kubernetes/object'
import { startGarbageCollector } from '../../../embedded/gc/garbage-collector'
import { startNamespaceController } from '../../../embedded/gc/namespace-controller'
import { snap, snapRef, toy } from '../toy-cluster'
import { done, policy, policyRef, refused, toyStore } from '../toy-store'

const ownedBy = (owner: KubeObject, more: object = {}) => ({
  ownerReferences: [
    {
      apiVersion: owner.apiVersion,
      kind: owner.kind,
      name: owner.metadata.name,
      uid: owner.metadata.uid ?? '',
      controller: true,
      blockOwnerDeletion: true,
      ...more,
    },
  ],
})

const world = () => {
  const { store, clock } = toyStore()
  const options = { store, clock, delay: () => 10 }
  startGarbageCollector(options)
  startNamespaceController(options)
  const settle = () => clock.runUntilIdle(clock.now() + 60_000)
  const exists = (name: string) => store.get(snapRef(name))._tag === 'Right'
  const parent = done(store.create(policy('p1')))
  return { store, clock, settle, exists, parent }
}

it('takes what lost its owner, all the way down', async () => {
  const { store, settle, exists, parent } = world()
  const child = done(store.create(snap('child', {}, ownedBy(parent))))
  done(store.create(snap('grandchild', {}, ownedBy(child))))
  done(store.create(snap('free')))
  await settle()
  expect(exists('grandchild')).toBe(true)
  done(store.remove(policyRef('p1')))
  await settle()
  expect([exists('child'), exists('grandchild'), exists('free')]).toEqual([false, false, true])
})

it.each([
  ['never existed', { uid: 'another' }],
  ['has another UID', { name: 'p1', uid: 'old' }],
])('takes what has an owner that %s', async (_, reference) => {
  const { store, settle, exists, parent } = world()
  done(store.create(snap('child', {}, ownedBy(parent, reference))))
  await settle()
  expect(exists('child')).toBe(false)
})

it('takes what has its owner in another namespace, and leaves cluster-scoped objects with namespaced owners', async () => {
  const { store, settle, parent } = world()
  done(store.create(snap('far', {}, { ...ownedBy(parent), namespace: 'team-b' })))
  done(store.create(toy('ClusterRepo', 'wide', ownedBy(parent))))
  await settle()
  expect(refused(store.get({ ...snapRef('far'), namespace: 'team-b' })).code).toBe(404)
  done(store.get({ apiVersion: 'toy.example.io/v1', kind: 'ClusterRepo', name: 'wide' }))
})

it('keeps what has another living owner, and takes the lost one off', async () => {
  const { store, settle, parent } = world()
  const second = done(store.create(policy('p2')))
  const [lost] = ownedBy(parent).ownerReferences
  const [kept] = ownedBy(second, { controller: false }).ownerReferences
  done(store.create(snap('child', {}, { ownerReferences: [lost, kept] })))
  done(store.remove(policyRef('p1')))
  await settle()
  expect(done(store.get(snapRef('child'))).metadata.ownerReferences).toEqual([kept])
})

describe('foreground deletion', () => {
  const foreground = { propagationPolicy: 'Foreground' } as const

  it('takes dependents first, then the owner', async () => {
    const { store, clock, settle, exists, parent } = world()
    done(store.create(snap('child', {}, ownedBy(parent))))
    done(store.remove(policyRef('p1'), foreground))
    expect(done(store.get(policyRef('p1'))).metadata).toMatchObject({
      finalizers: ['foregroundDeletion'],
      deletionGracePeriodSeconds: 0,
    })
    await clock.runUntil(clock.now() + 15)
    expect(exists('child')).toBe(false)
    await settle()
    expect(refused(store.get(policyRef('p1'))).code).toBe(404)
  })

  it('waits for a dependent with a finalizer, and for dependents of dependents', async () => {
    const { store, settle, exists, parent } = world()
    const child = done(store.create(snap('child', {}, ownedBy(parent))))
    done(store.create(snap('grandchild', {}, { ...ownedBy(child), finalizers: ['x.io/held'] })))
    done(store.remove(policyRef('p1'), foreground))
    await settle()
    expect([exists('child'), exists('grandchild')]).toEqual([true, true])
    expect(done(store.get(snapRef('child'))).metadata.finalizers).toEqual(['foregroundDeletion'])
    done(store.patch(snapRef('grandchild'), { type: 'merge', body: { metadata: { finalizers: null } } }))
    await settle()
    expect([exists('child'), exists('grandchild'), store.get(policyRef('p1'))._tag]).toEqual([false, false, 'Left'])
  })

  it('does not wait for dependents that do not block, nor for one that was let go', async () => {
    const { store, settle, exists, parent } = world()
    done(
      store.create(snap('loose', {}, { ...ownedBy(parent, { blockOwnerDeletion: false }), finalizers: ['x.io/held'] })),
    )
    done(store.create(snap('held', {}, { ...ownedBy(parent), finalizers: ['x.io/held'] })))
    done(store.remove(policyRef('p1'), foreground))
    await settle()
    expect(store.get(policyRef('p1'))._tag).toBe('Right')
    done(store.patch(snapRef('held'), { type: 'merge', body: { metadata: { ownerReferences: null } } }))
    await settle()
    expect(store.get(policyRef('p1'))._tag).toBe('Left')
    expect([exists('loose'), exists('held')]).toEqual([true, true])
  })

  it('becomes a background one when it is asked for again that way', async () => {
    const { store, parent } = world()
    done(store.create(snap('child', {}, { ...ownedBy(parent), finalizers: ['x.io/held'] })))
    done(store.remove(policyRef('p1'), foreground))
    done(store.remove(policyRef('p1'), { propagationPolicy: 'Background' }))
    expect(refused(store.get(policyRef('p1'))).code).toBe(404)
  })
})

it('lets dependents go under orphan deletion', async () => {
  const { store, settle, parent } = world()
  done(store.create(snap('child', {}, ownedBy(parent))))
  done(store.remove(policyRef('p1'), { propagationPolicy: 'Orphan' }))
  await settle()
  expect(refused(store.get(policyRef('p1'))).code).toBe(404)
  expect(done(store.get(snapRef('child'))).metadata.ownerReferences).toBeUndefined()
})

it('empties a namespace and ends it when finalizers are done', async () => {
  const { store, settle } = world()
  const namespace = { apiVersion: 'v1', kind: 'Namespace', name: 'team-a' }
  done(store.create(snap('held', {}, { finalizers: ['x.io/held'] })))
  done(store.remove(namespace))
  await settle()
  expect(done(store.get(namespace))).toMatchObject({ status: { phase: 'Terminating' } })
  expect(refused(store.get(policyRef('p1'))).code).toBe(404)
  done(store.patch(snapRef('held'), { type: 'merge', body: { metadata: { finalizers: null } } }))
  await settle()
  expect(refused(store.get(namespace)).code).toBe(404)
})

it('takes up what was left when it starts', async () => {
  const { store, clock } = toyStore()
  const parent = done(store.create(policy('p1')))
  done(store.create(snap('child', {}, ownedBy(parent))))
  done(store.remove(policyRef('p1')))
  const stop = startGarbageCollector({ store, clock, delay: () => 10 })
  await clock.runUntilIdle(clock.now() + 1_000)
  expect(refused(store.get(snapRef('child'))).code).toBe(404)
  stop()
})

const onSmallDisk = () => {
  const disk = { full: false }
  const onWrite = (): void => {
    if (disk.full) throw new Error('no space left on device')
  }
  return { ...toyStore({ onWrite }), disk }
}

it('tries again what a full disk did not take, and ends what lost its owner once there is room', async () => {
  const { store, clock, disk } = onSmallDisk()
  startGarbageCollector({ store, clock, delay: () => 10 })
  const parent = done(store.create(policy('p1')))
  done(store.create(snap('child', {}, ownedBy(parent))))
  done(store.remove(policyRef('p1')))
  disk.full = true
  await clock.runUntilIdle(clock.now() + 5_000)
  expect(store.get(snapRef('child'))._tag).toBe('Right')
  disk.full = false
  await clock.runUntilIdle(clock.now() + 5_000)
  expect(refused(store.get(snapRef('child'))).reason).toBe('NotFound')
})

it('tries again to end a namespace that a full disk kept', async () => {
  const { store, clock, disk } = onSmallDisk()
  startNamespaceController({ store, clock, delay: () => 10 })
  done(store.create(policy('p1')))
  const ref = { apiVersion: 'v1', kind: 'Namespace', name: 'team-a' }
  done(store.remove(ref))
  disk.full = true
  await clock.runUntilIdle(clock.now() + 5_000)
  disk.full = false
  await clock.runUntilIdle(clock.now() + 5_000)
  expect(refused(store.get(ref)).reason).toBe('NotFound')
})
