import { startStorageProtection } from '../../../embedded/gc/storage-protection'
import { done, refused, toyStore } from '../toy-store'

const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'team-a', name: 'c' }

const world = () => {
  const { store, clock } = toyStore()
  startStorageProtection({ store, clock, delay: () => 10 })
  const settle = () => clock.runUntilIdle(clock.now() + 60_000)
  const { apiVersion, kind, namespace, name } = claimRef
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  done(store.create({ apiVersion, kind, metadata: { name, namespace }, spec }))
  return { store, settle }
}

const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }]

it('lets an unused claim go soon after its deletion', async () => {
  const { store, settle } = world()
  expect(done(store.get(claimRef)).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection'])
  done(store.remove(claimRef))
  expect(done(store.get(claimRef)).metadata.deletionTimestamp).toBeDefined()
  await settle()
  expect(refused(store.get(claimRef)).code).toBe(404)
})

it('keeps a dying claim while a pod mounts it', async () => {
  const { store, settle } = world()
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'team-a' }, spec: { volumes } }
  const made = done(store.create(pod))
  done(store.remove(claimRef))
  await settle()
  done(store.get(claimRef))
  done(store.updateStatus({ ...made, status: { phase: 'Succeeded' } }))
  await settle()
  expect(refused(store.get(claimRef)).code).toBe(404)
})

it('keeps a dying claim while a Job with it runs, where nobody makes pods', async () => {
  const { store, settle } = world()
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'm', image: 'x' }], volumes } }
  const job = done(
    store.create({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'j', namespace: 'team-a' },
      spec: { template },
    }),
  )
  const running = done(store.updateStatus({ ...job, status: { active: 1 } }))
  done(store.remove(claimRef))
  await settle()
  done(store.get(claimRef))
  done(store.updateStatus({ ...running, status: { succeeded: 1 } }))
  await settle()
  expect(refused(store.get(claimRef)).code).toBe(404)
})

it('keeps a dying volume while a claim is bound to it', async () => {
  const { store, settle } = world()
  const ref = { apiVersion: 'v1', kind: 'PersistentVolume', name: 'v' }
  const made = done(store.create({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'v' }, spec: {} }))
  done(store.updateStatus({ ...made, status: { phase: 'Bound' } }))
  done(store.remove(ref))
  await settle()
  done(store.updateStatus({ ...done(store.get(ref)), status: { phase: 'Released' } }))
  await settle()
  expect(refused(store.get(ref)).code).toBe(404)
})
