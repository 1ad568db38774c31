import * as E from 'fp-ts/Either'
import * as fc from 'fast-check'
import type { JsonObject } from '../../../api/kubernetes/json'
import type { KubeObject } from '../../../api/kubernetes/object'
import { API_VERSION } from '../../../api/names/group'
import { apply } from '../../../cli/local/apply'
import { mergeDifference } from '../../../cli/local/merge-difference'
import { productRoot } from '../../../cli/local/product-root'
import { apiClient } from '../../../embedded/api/api-client'
import { equalJson } from '../../../embedded/api/canonical'
import { Store } from '../../../embedded/api/store'
import { applyMergePatch } from '../../../embedded/api/patch/merge-patch'
import { realClock } from '../../../embedded/clock/real-clock'
import { withAdmission } from '../../../embedded/local/admission'
import { allKinds } from '../../../embedded/local/product-files'
import { systemRandom } from '../../../embedded/random/system-random'

jest.setTimeout(60_000)

const world = () => {
  const holder: { store?: Store } = {}
  const store = new Store({
    clock: realClock(),
    random: systemRandom,
    kinds: withAdmission(allKinds(productRoot()), () => holder.store),
  })
  holder.store = store
  store.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'db' } })
  const client = apiClient(store)
  const live = (kind: string, name: string, apiVersion: string = API_VERSION): KubeObject | undefined =>
    E.getOrElseW(() => undefined)(store.get({ apiVersion, kind, namespace: 'db', name }))
  return { store, client, live }
}

const policy = (spec: object, metadata: object = {}): KubeObject => ({
  apiVersion: API_VERSION,
  kind: 'SnapshotPolicy',
  metadata: { name: 'pg', namespace: 'db', ...metadata },
  spec: { repository: { name: 'nas' }, sources: [{ pvc: { name: 'data' } }], ...spec },
})

test('an object is created, then unchanged, then configured', async () => {
  const { client, live } = world()
  expect(await apply(client, policy({}))).toEqual(E.right('created'))
  expect(await apply(client, policy({}))).toEqual(E.right('unchanged'))
  expect(await apply(client, policy({ retention: { keepLatest: 3 } }))).toEqual(E.right('configured'))
  expect(live('SnapshotPolicy', 'pg')?.['spec']).toMatchObject({ retention: { keepLatest: 3 } })
})

test('a field taken out of the manifest is taken off, what others wrote stays', async () => {
  const { client, live, store } = world()
  await apply(client, policy({ retention: { keepLatest: 3, keepDaily: 7 } }, { labels: { mine: '1' } }))
  store.patch(
    { ...policy({}), namespace: 'db', name: 'pg' },
    { type: 'merge', body: { metadata: { labels: { theirs: '2' } } } },
  )
  await apply(client, policy({ retention: { keepLatest: 3 } }))
  expect(live('SnapshotPolicy', 'pg')?.['spec']).toMatchObject({ retention: { keepLatest: 3 } })
  expect(JSON.stringify(live('SnapshotPolicy', 'pg')?.['spec'])).not.toContain('keepDaily')
  expect(live('SnapshotPolicy', 'pg')?.metadata.labels).toEqual({ theirs: '2' })
})

test('what get prints can be applied again', async () => {
  const { client, live } = world()
  await apply(client, policy({}))
  const printed = live('SnapshotPolicy', 'pg') ?? policy({})
  expect(await apply(client, { ...printed, status: { conditions: [] } })).toEqual(E.right('configured'))
  expect(await apply(client, printed)).toEqual(E.right('unchanged'))
})

test.each([
  ['an unknown field', policy({ surprise: 1 }), 'spec.surprise is no field of this kind'],
  ['an unknown field of the metadata', policy({}, { lables: {} }), 'metadata.lables is no field of this kind'],
  ['a bad value', policy({ copyMethod: 'Teleport' }), 'spec.copyMethod'],
  [
    'what the webhook refuses',
    policy({ repository: { kind: 'ClusterRepository', name: 'nas', namespace: 'db' } }),
    'spec.repository',
  ],
  [
    'a namespace that is not there',
    { ...policy({}), metadata: { name: 'pg', namespace: 'nowhere' } },
    'namespaces "nowhere" not found',
  ],
])('%s is refused and nothing is stored', async (_name, object, message) => {
  const { client, live } = world()
  const result = await apply(client, object)
  expect(E.isLeft(result) ? result.left.message : 'accepted').toContain(message)
  expect(live('SnapshotPolicy', 'pg')).toBeUndefined()
})

test('the text of a Secret is stored encoded', async () => {
  const { client, live } = world()
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's', namespace: 'db' },
    stringData: { a: 'text' },
  }
  await apply(client, secret)
  expect(live('Secret', 's', 'v1')).toMatchObject({ data: { a: Buffer.from('text').toString('base64') } })
  expect(live('Secret', 's', 'v1')?.['stringData']).toBeUndefined()
  expect(await apply(client, secret)).toEqual(E.right('unchanged'))
})

test('the difference brings any object to what is written, and leaves the rest', () => {
  const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant([1, 2]))
  const object = fc.letrec<{ tree: JsonObject }>((tie) => ({
    tree: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof({ depthSize: 'small' }, leaf, tie('tree'))),
  })).tree
  fc.assert(
    fc.property(object, object, object, (before, now, live) => {
      const result = applyMergePatch(live, mergeDifference(before, now, live)) as JsonObject
      expect(mergeDifference({}, now, result)).toEqual({})
      const foreign = Object.keys(live).filter((key) => !Object.hasOwn(before, key) && !Object.hasOwn(now, key))
      foreign.forEach((key) => expect(equalJson(result[key], live[key])).toBe(true))
      Object.keys(before)
        .filter((key) => !(key in now))
        .forEach((key) => expect(key in result).toBe(false))
    }),
  )
})
