import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { startLocal, type LocalCluster } from '../../../embedded/local/local-cluster'
import { stateFolders } from '../../../embedded/local/state/open-state'
import { socketConnection } from '../../../hooks/shell/kube/connection'
import { restClient } from '../../../hooks/shell/kube/rest-client'
import { eventually } from './eventually'
import { removeFolders, temporaryFolder } from './temporary-folder'

jest.setTimeout(60_000)

const ROOT = join(__dirname, '..', '..', '..')
const lines: string[] = []
const running: LocalCluster[] = []

const start = (folder: string) =>
  startLocal({
    folder,
    root: ROOT,
    mover: [process.execPath, join(__dirname, 'agreeable-mover.cjs')],
    environment: { PATH: process.env['PATH'] ?? '' },
    log: (subject, message) => void lines.push(`${subject} ${message}`),
    backoffMs: 50,
  })
const begin = async (folder: string): Promise<LocalCluster> => {
  const started = await start(folder)
  if (E.isLeft(started)) throw new Error(started.left.message)
  running.push(started.right)
  return started.right
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((cluster) => cluster.stop()))
  lines.splice(0)
  removeFolders()
})

const object = (apiVersion: string, kind: string, name: string, content: object): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'default' },
  ...content,
})
const claimOf = (name: string, folder: string): ReadonlyArray<KubeObject> => [
  { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: { hostPath: { path: folder } } },
  object('v1', 'PersistentVolumeClaim', name, {
    spec: { volumeName: name, accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } } },
  }),
]
const repository = (folder: string): ReadonlyArray<KubeObject> => {
  mkdirSync(join(folder, 'store'), { recursive: true })
  return [
    ...claimOf('store', join(folder, 'store')),
    object('v1', 'Secret', 'password', { data: { KOPIA_PASSWORD: Buffer.from('x').toString('base64') } }),
    object(API_VERSION, 'Repository', 'nas', {
      spec: {
        backend: { filesystem: { path: '/repository', volume: { pvc: { name: 'store' } } } },
        encryption: { passwordSecretRef: { name: 'password' } },
      },
    }),
  ]
}
const create = (cluster: LocalCluster, objects: ReadonlyArray<KubeObject>): void =>
  objects.forEach((one) => {
    const created = cluster.store.create(one)
    if (E.isLeft(created)) throw new Error(created.left.message)
  })
const live = (cluster: LocalCluster, kind: string, name: string): KubeObject | undefined =>
  E.getOrElseW(() => undefined)(cluster.store.get({ apiVersion: API_VERSION, kind, namespace: 'default', name }))
const phase = (one: KubeObject | undefined): unknown =>
  (one?.['status'] as { readonly phase?: unknown } | undefined)?.phase
const ready = (cluster: LocalCluster) =>
  eventually('the repository is ready', () => phase(live(cluster, 'Repository', 'nas')) === 'Ready')

test('a Repository becomes ready by a Job that runs as a process, and a person can read along', async () => {
  const folder = temporaryFolder()
  const cluster = await begin(join(folder, 'state'))
  create(cluster, repository(folder))
  await ready(cluster)
  expect(lines).toEqual(
    expect.arrayContaining(['Repository/default/nas created', 'Job/default/nas-discovery completed']),
  )
  expect(lines.some((line) => line.startsWith('Repository/default/nas Initializing -> Ready'))).toBe(true)
  await eventually('it comes to rest', () => cluster.unfinished().length === 0 && cluster.quietFor() > 500)
})

test('a second start goes on where the first stopped: nothing is made or run again', async () => {
  const folder = temporaryFolder()
  const first = await begin(join(folder, 'state'))
  create(first, repository(folder))
  await ready(first)
  await eventually('it comes to rest', () => first.unfinished().length === 0 && first.quietFor() > 500)
  running.splice(0)
  await first.stop()
  const before = live(first, 'Repository', 'nas')
  lines.splice(0)
  const second = await begin(join(folder, 'state'))
  await eventually('it is up and quiet', () => second.quietFor() > 700)
  expect(live(second, 'Repository', 'nas')).toEqual(before)
  expect(lines).toEqual([])
})

test('a folder in use is not opened twice', async () => {
  const folder = join(temporaryFolder(), 'state')
  await begin(folder)
  expect(await start(folder)).toEqual(E.left({ inUse: true, message: `${folder} is in use by process ${process.pid}` }))
})

test('the API answers on its socket, with defaults and refusals of a real one', async () => {
  const folder = temporaryFolder()
  const state = join(folder, 'state')
  const cluster = await begin(state)
  const client = restClient(socketConnection(stateFolders(state).socket))
  const [last] = [...repository(folder)].reverse()
  if (last === undefined) throw new Error('no repository')
  expect(await client.create(last)()).toMatchObject({ right: { spec: { mode: 'ReadWrite' } } })
  expect(await client.create({ ...last, metadata: { ...last.metadata, name: 'bad' }, spec: {} })()).toMatchObject({
    left: { reason: 'Invalid', code: 422 },
  })
  expect(live(cluster, 'Repository', 'bad')).toBeUndefined()
})

test('a Job that cannot start says why in one Event', async () => {
  const folder = temporaryFolder()
  const cluster = await begin(join(folder, 'state'))
  create(cluster, [
    object('batch/v1', 'Job', 'waits', {
      spec: {
        template: {
          spec: {
            restartPolicy: 'Never',
            containers: [{ name: 'm', image: 'm', envFrom: [{ secretRef: { name: 'absent' } }] }],
          },
        },
      },
    }),
  ])
  const events = () => {
    const list = cluster.store.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event' })
    return E.isRight(list) ? list.right.items : []
  }
  await eventually('an Event', () => events().length > 0)
  await eventually('several looks at it', () => cluster.quietFor() > 700)
  expect(events().map(({ note, reason }) => [reason, note])).toEqual([['FailedMount', 'secret "absent" not found']])
})
