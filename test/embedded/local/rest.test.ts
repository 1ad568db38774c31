import { statSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import type { WatchEvent } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { apiClient } from '../../../embedded/api/api-client'
import { builtInKinds } from '../../../embedded/api/kinds/built-in'
import { Store } from '../../../embedded/api/store'
import { realClock } from '../../../embedded/clock/real-clock'
import { serveRest, type RestServer } from '../../../embedded/local/api/rest-server'
import { parseSelector } from '../../../embedded/local/api/selector-text'
import { systemRandom } from '../../../embedded/random/system-random'
import { socketConnection } from '../../../hooks/shell/kube/connection'
import { selectorText } from '../../../hooks/shell/kube/path'
import { restClient } from '../../../hooks/shell/kube/rest-client'
import { eventually } from './eventually'
import { removeFolders, temporaryFolder } from './temporary-folder'

jest.setTimeout(60_000)

const servers: RestServer[] = []
const world = async () => {
  const socket = join(temporaryFolder(), 'api.sock')
  const store = new Store({ clock: realClock(), random: systemRandom, kinds: builtInKinds })
  store.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'db' } })
  servers.push(await serveRest(apiClient(store), () => store.kinds(), socket))
  return { store, client: restClient(socketConnection(socket)), socket }
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
  removeFolders()
})

const configMap = (name: string, labels: { readonly [key: string]: string } = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'db', labels },
  data: { a: '1' },
})
const ref = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'db', name })

test('a client over the socket and the store say the same', async () => {
  const { store, client } = await world()
  const created = await client.create(configMap('a'))()
  expect(created).toEqual(store.get(ref('a')))
  expect(await client.get(ref('a'))()).toEqual(created)
  expect(await client.patch(ref('a'), { type: 'merge', body: { data: { a: '2' } } })()).toEqual(store.get(ref('a')))
  expect(
    await client.patch(ref('a'), { type: 'json', body: [{ op: 'replace', path: '/data/a', value: '3' }] })(),
  ).toEqual(store.get(ref('a')))
  expect(await client.update({ ...configMap('a'), data: { a: '4' } })()).toEqual(store.get(ref('a')))
  expect(await client.remove(ref('a'))()).toEqual(E.right(undefined))
  expect(await client.get(ref('a'))()).toEqual(store.get(ref('a')))
})

test('namespaces are objects, and so is their status', async () => {
  const { client, store } = await world()
  const place = { apiVersion: 'v1', kind: 'Namespace', name: 'db' }
  expect(await client.get(place)()).toEqual(store.get(place))
  const current = store.get(place)
  if (E.isLeft(current)) throw new Error(current.left.message)
  await client.updateStatus({ ...current.right, status: { phase: 'Odd' } })()
  expect(store.get(place)).toMatchObject({ right: { status: { phase: 'Odd' } } })
  const all = await client.list({ apiVersion: 'v1', kind: 'Namespace' })()
  expect(all).toMatchObject({ right: { items: [{ kind: 'Namespace', metadata: { name: 'db' } }] } })
})

test('refusals arrive as they are', async () => {
  const { store, client } = await world()
  await client.create(configMap('a'))()
  expect(await client.create(configMap('a'))()).toEqual(store.create(configMap('a')))
  expect(await client.remove(ref('a'), { uid: 'other' })()).toMatchObject({ left: { reason: 'Conflict', code: 409 } })
  expect(await client.get({ ...ref('a'), kind: 'Nothing' })()).toMatchObject({ left: { reason: 'NotFound' } })
})

test.each([
  [{ matchLabels: { app: 'a' } }, ['one']],
  [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['a', 'b'] }] }, ['one', 'two']],
  [{ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['a'] }] }, ['three', 'two']],
  [{ matchExpressions: [{ key: 'app', operator: 'Exists' }] }, ['one', 'two']],
  [{ matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] }, ['three']],
  [{ matchLabels: { app: 'a' }, matchExpressions: [{ key: 'app', operator: 'Exists' }] }, ['one']],
])('a list selects by %j', async (labelSelector, names) => {
  const { store, client } = await world()
  ;[configMap('one', { app: 'a' }), configMap('two', { app: 'b' }), configMap('three')].forEach((object) =>
    store.create(object),
  )
  const list = await client.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'db', labelSelector })()
  expect(E.isRight(list) ? list.right.items.map(({ metadata }) => metadata.name).sort() : list).toEqual(names)
  expect(parseSelector(selectorText(labelSelector) ?? '')).toBeDefined()
})

test('a selector that is none is refused', () => {
  expect(['a b', 'a in b', '=x', 'a in (b', '!'].map(parseSelector)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a watch streams what happens after its version, and ends when it is stopped', async () => {
  const { store, client } = await world()
  store.create(configMap('before'))
  const list = store.list({ apiVersion: 'v1', kind: 'ConfigMap' })
  const resourceVersion = E.isRight(list) ? list.right.resourceVersion : ''
  const events: WatchEvent[] = []
  const ends: unknown[] = []
  const stop = client.watch(
    { apiVersion: 'v1', kind: 'ConfigMap', resourceVersion },
    { onEvent: (event) => void events.push(event), onEnd: (error) => void ends.push(error) },
  )
  store.create(configMap('after'))
  store.remove(ref('after'))
  await eventually('both events', () => events.length === 2)
  expect(events.map(({ type, object }) => [type, object.metadata.name])).toEqual([
    ['ADDED', 'after'],
    ['DELETED', 'after'],
  ])
  stop()
  store.create(configMap('later'))
  await eventually('the end', () => ends.length === 1)
  expect(events).toHaveLength(2)
})

test('only the owner may open the socket', async () => {
  const { socket } = await world()
  expect(statSync(socket).mode & 0o777).toBe(0o600)
})

test('a server that is gone is unreachable, not an answer', async () => {
  const { client } = await world()
  await servers.splice(0)[0]?.close()
  expect(await client.get(ref('a'))()).toMatchObject({ left: { reason: 'Unavailable', code: 0 } })
})
