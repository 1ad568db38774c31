import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStorageProtection } from '../../../embedded/gc/storage-protection'
import { claimBinder } from '../../../embedded/local/volumes/claim-binder'
import { done, refused, toyStore } from '../toy-store'

const root = mkdtempSync(join(tmpdir(), 'kopiur-binder-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const claimRef = (name: string) => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'team-a', name })
const volumeRef = (name: string) => ({ apiVersion: 'v1', kind: 'PersistentVolume', name })
const SOURCE = { dataSourceRef: { apiGroup: 'kopiur.home-operations.com', kind: 'Restore', name: 'back' } }

const world = () => {
  const { store, clock } = toyStore()
  startStorageProtection({ store, clock, delay: () => 10 })
  const binder = claimBinder(store, root)
  const claim = (name: string, more: object = {}) => {
    const { apiVersion, kind, namespace } = claimRef(name)
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more }
    return done(store.create({ apiVersion, kind, metadata: { name, namespace }, spec }))
  }
  const seen = (name: string) => JSON.parse(JSON.stringify(done(store.get(claimRef(name)))))
  const remove = async (name: string) => {
    done(store.remove(claimRef(name)))
    await clock.runUntilIdle(clock.now() + 60_000)
    binder.visitAll()
    await clock.runUntilIdle(clock.now() + 60_000)
  }
  return { store, binder, claim, seen, remove }
}

it('gives no empty volume to a claim that names its source', () => {
  const { binder, claim, seen, store } = world()
  claim('data', SOURCE)
  binder.visitAll()
  expect(seen('data')).not.toHaveProperty('spec.volumeName')
  expect(done(store.list({ apiVersion: 'v1', kind: 'PersistentVolume' })).items).toEqual([])
})

it('binds such a claim to the volume that was filled for it, which goes with it', async () => {
  const { binder, claim, seen, store, remove } = world()
  const { uid = '' } = claim('data', SOURCE).metadata
  claim('prime')
  binder.visitAll()
  const { volumeName } = seen('prime').spec
  const folder = done(store.get(volumeRef(volumeName)))['spec'] as { readonly hostPath: { readonly path: string } }
  writeFileSync(join(folder.hostPath.path, 'restored'), 'x')
  const handOver = { claimRef: { ...claimRef('data'), uid } }
  done(store.patch(volumeRef(volumeName), { type: 'merge', body: { spec: handOver } }))
  binder.visitAll()
  expect(seen('data')).toMatchObject({ spec: { volumeName }, status: { phase: 'Bound' } })
  await remove('prime')
  expect(existsSync(join(folder.hostPath.path, 'restored'))).toBe(true)
  await remove('data')
  expect(existsSync(folder.hostPath.path)).toBe(false)
  expect(refused(store.get(volumeRef(volumeName))).code).toBe(404)
})
