import type { KubeObject } from '../../../api/kubernetes/object'
import { ready } from './snapshots'
import { API, aSecret, call, condition, created, type World } from './world'

const on = { maintenance: {} }
const own = (name = 'main', namespace = 'db'): KubeObject => ({
  apiVersion: API,
  kind: 'Maintenance',
  metadata: {
    name,
    namespace,
    uid: 'own',
    ownerReferences: [{ apiVersion: API, kind: 'Repository', name: 'main', uid: 'repository-uid', controller: true }],
  },
  spec: spec('main'),
})
const foreign = (repository: string, name = 'by-hand'): KubeObject => ({
  apiVersion: API,
  kind: 'Maintenance',
  metadata: { name, namespace: 'db', uid: 'foreign' },
  spec: spec(repository),
})

function spec(repository: string) {
  return {
    repository: { name: repository },
    schedule: { quick: { cron: '0 * * * *' }, full: { cron: '0 3 * * *' } },
    ownership: { owner: 'somebody' },
  }
}

const fates = (world: World) =>
  call(world)
    .children.filter(({ object }) => object.kind === 'Maintenance')
    .map(({ _tag }) => _tag)
const configured = (world: World) => condition(call(world).status, 'MaintenanceConfigured')

const world = (parent: KubeObject, more: Partial<World> = {}): World => ({ parent, objects: [aSecret()], ...more })

test('is made once the repository was connected, named like it, with the default schedule', () => {
  const [maintenance] = created(call(world(ready(on))))
  expect(maintenance).toMatchObject({
    metadata: { name: 'main', namespace: 'db' },
    spec: {
      repository: { kind: 'Repository', name: 'main' },
      schedule: { quick: { cron: '0 */6 * * *', jitter: '30m' }, full: { cron: '0 3 * * *', jitter: '1h' } },
      ownership: { owner: 'kopiur/db/main', takeoverPolicy: 'Never' },
    },
  })
  expect(configured(world(ready(on)))).toBeUndefined()
  expect(fates(world({ ...ready(on), status: { phase: 'Pending' } }))).toEqual([])
})

test('is put back in full when it was edited, and then it is configured', () => {
  const given = world(ready(on), { maintenances: [own()] })
  expect(call(given).children).toContainEqual(
    expect.objectContaining({
      _tag: 'keep',
      object: expect.objectContaining({
        spec: expect.objectContaining({ ownership: { owner: 'kopiur/db/main', takeoverPolicy: 'Never' } }),
      }),
    }),
  )
  expect(configured(given)).toMatchObject({ status: 'True', reason: 'MaintenanceConfigured' })
})

test('knows the lease from before its cluster had a name', () => {
  const [maintenance] = created(call(world(ready({ ...on, identityDefaults: { cluster: 'east' } }))))
  expect(maintenance?.['spec']).toMatchObject({
    ownership: { owner: 'kopiur/east/db/main', ownerAliases: ['kopiur/db/main'] },
  })
})

test('gives way to one that a user wrote, which is never touched', () => {
  const given = world(ready(on), { objects: [aSecret(), foreign('main')], maintenances: [own()] })
  expect(fates(given)).toEqual(['drop'])
  expect(configured(given)).toMatchObject({ status: 'True' })
  const disabled = world(ready(), { objects: [aSecret(), foreign('main')] })
  expect(fates(disabled)).toEqual([])
  expect(configured(disabled)).toMatchObject({ status: 'True' })
})

test('does not mind one of another repository', () => {
  expect(fates(world(ready(on), { objects: [aSecret(), foreign('other')] }))).toEqual(['create'])
})

test('is not made where its name is taken, and that is said', () => {
  const given = world(ready(on), { objects: [aSecret(), foreign('other', 'main')] })
  expect(fates(given)).toEqual([])
  expect(configured(given)).toMatchObject({ status: 'False', reason: 'MaintenanceApplyFailed' })
})

test.each([
  ['switched off', { maintenance: { enabled: false } }],
  ['read-only', { ...on, mode: 'ReadOnly' }],
])('goes when the repository is %s', (_, parts) => {
  const given = world(ready(parts), { maintenances: [own()] })
  expect(fates(given)).toEqual(['drop'])
  expect(configured(given)).toMatchObject({ status: 'False', reason: 'MaintenanceDisabled' })
})

test('a suspended repository makes none and keeps the one it has', () => {
  expect(fates(world(ready({ ...on, suspend: true })))).toEqual([])
  expect(fates(world(ready({ ...on, suspend: true }), { maintenances: [own()] }))).toEqual(['keep'])
})
