import * as TE from 'fp-ts/TaskEither'
import type { KubeClient, KubeError } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { PREFIX } from '../../../api/names/labels'
import type { Effect } from '../../../hooks/effect'
import { runEffect } from '../../../hooks/shell/effects/effect-runner'
import { NOW } from './fixtures'
import { kubeError, stubClient } from './stub-client'

const run = (kube: Partial<KubeClient>, effect: Effect) =>
  runEffect({ kube: stubClient(kube), now: NOW, instance: 'test' }, effect)
const ref = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'db', name: 'data' }
const claim: KubeObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'db' },
}
const secret: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'copy', namespace: 'db', labels: { 'app.kubernetes.io/managed-by': 'kopiur' } },
}
const event: Effect = {
  _tag: 'EmitEvent',
  regarding: { ...ref, uid: 'u' },
  type: 'Normal',
  reason: 'Restored',
  action: 'Look',
  message: 'done',
  occasion: 'slot-1',
}

const fails = (reason: KubeError['reason'], code: number) => () => TE.left(kubeError(reason, code))

describe('what already holds is done', () => {
  const cases: ReadonlyArray<[string, Partial<KubeClient>, Effect]> = [
    ['an Event told before', { create: fails('AlreadyExists', 409) }, event],
    ['an Event a terminating namespace does not take', { create: fails('Forbidden', 403) }, event],
    ['a claim that is there', { create: fails('AlreadyExists', 409) }, { _tag: 'CreateClaim', claim }],
    ['a Secret that is there', { create: fails('AlreadyExists', 409) }, { _tag: 'CreateSecret', secret }],
    [
      'a claim that is gone',
      { remove: fails('NotFound', 404) },
      { _tag: 'DeleteClaim', ref, uid: 'u', resourceVersion: '1' },
    ],
    [
      'a Secret that is gone',
      { remove: fails('NotFound', 404) },
      { _tag: 'DeleteSecret', ref, uid: 'u', resourceVersion: '1' },
    ],
    ['finalizers of an object that is gone', { get: fails('NotFound', 404) }, removal()],
    ['finalizers of another object of that name', { get: () => TE.right(claim) }, removal()],
    [
      'a copy that is current',
      copies({ ...secret, data: { a: 'MQ==' } }),
      { _tag: 'CopySecret', from: ref, to: secret },
    ],
  ]
  test.each(cases)('%s', async (_name, kube, effect) => {
    expect(await run(kube, effect)).toEqual({ _tag: 'Done' })
  })
})

test('an adoption names the object that was seen; who changed it meanwhile is not overwritten', async () => {
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'o', controller: true }
  const effect: Effect = {
    _tag: 'Adopt',
    ref,
    uid: 'u',
    resourceVersion: '7',
    ownerReferences: [owner],
    labels: { a: 'b' },
    annotations: { c: 'd' },
  }
  const patch = jest.fn(() => TE.right(claim))
  expect(await run({ patch }, effect)).toEqual({ _tag: 'Done' })
  const metadata = {
    uid: 'u',
    resourceVersion: '7',
    ownerReferences: [owner],
    labels: { a: 'b' },
    annotations: { c: 'd' },
  }
  expect(patch).toHaveBeenCalledWith(ref, { type: 'merge', body: { metadata } })
  expect(await run({ patch: fails('Conflict', 409) }, effect)).toEqual({ _tag: 'Done' })
  expect(await run({ patch: fails('Forbidden', 403) }, effect)).toMatchObject({ _tag: 'Refused', code: 403 })
})

describe('a refusal is told with its code', () => {
  const cases: ReadonlyArray<[string, Partial<KubeClient>, Effect, number]> = [
    ['a claim against a quota', { create: fails('Forbidden', 403) }, { _tag: 'CreateClaim', claim }, 403],
    [
      'a volume that changed',
      { patch: fails('Conflict', 409) },
      { _tag: 'PatchVolume', name: 'pv', uid: 'u', resourceVersion: '1' },
      409,
    ],
    [
      'a deletion with a lost precondition',
      { remove: fails('Conflict', 409) },
      { _tag: 'DeleteClaim', ref, uid: 'u', resourceVersion: '1' },
      409,
    ],
    [
      'an annotation on what is gone',
      { patch: fails('NotFound', 404) },
      { _tag: 'Annotate', ref, uid: 'u', annotations: {} },
      404,
    ],
    [
      'a copy over a Secret of somebody else',
      copies({ ...secret, metadata: { name: 'copy', namespace: 'db' } }),
      { _tag: 'CopySecret', from: ref, to: secret },
      409,
    ],
  ]
  test.each(cases)('%s', async (_name, kube, effect, code) => {
    expect(await run(kube, effect)).toMatchObject({ _tag: 'Refused', code })
  })
})

test.each([
  ['the server was not reached', kubeError('Unavailable', 0)],
  ['the server has a fault', kubeError('Other', 500)],
  ['too many requests', kubeError('Other', 429)],
  ['a token that has just rotated', kubeError('Other', 401)],
])('%s: passing', async (_name, error) => {
  expect(await run({ create: () => TE.left(error) }, event)).toMatchObject({ _tag: 'Unavailable' })
})

describe('an Event', () => {
  const created = async (effect: Effect): Promise<KubeObject> => {
    const create = jest.fn((object: KubeObject) => TE.right(object))
    await run({ create }, effect)
    return create.mock.calls[0]?.[0] ?? claim
  }

  test('has a name made of object, reason and occasion', async () => {
    const [first, again, other] = await Promise.all([
      created(event),
      created(event),
      created({ ...event, occasion: 'slot-2' }),
    ])
    expect(first.metadata.name).toBe(again?.metadata.name)
    expect(first.metadata.name).not.toBe(other?.metadata.name)
    expect(first.metadata.name).toMatch(/^data\.[0-9a-f]{16}$/)
  })

  test('cuts a long note at 1024 bytes between two characters', async () => {
    const { note } = await created({ ...event, message: 'ä'.repeat(600) })
    expect(Buffer.byteLength(String(note))).toBeLessThanOrEqual(1024)
    expect(String(note)).toMatch(/^ä+…$/)
  })

  test('of a cluster-scoped object lies in default', async () => {
    const { namespace, ...regarding } = { ...ref, uid: 'u' }
    expect((await created({ ...event, regarding })).metadata.namespace).toBe('default')
    expect(namespace).toBe('db')
  })
})

test('only finalizers of this API are taken off, with the decided version as precondition', async () => {
  const object = {
    ...claim,
    metadata: { ...claim.metadata, uid: 'u', finalizers: [`${PREFIX}cleanup`, 'metacontroller.io/x', 'foreign/y'] },
  }
  const patch = jest.fn(() => TE.right(object))
  await run({ get: () => TE.right(object), patch }, removal(['metacontroller.io/x', `${PREFIX}cleanup`]))
  expect(patch).toHaveBeenCalledWith(ref, {
    type: 'merge',
    body: { metadata: { uid: 'u', resourceVersion: '3', finalizers: ['metacontroller.io/x', 'foreign/y'] } },
  })
})

test('an outdated copy of a Secret is brought up to date', async () => {
  const update = jest.fn((object: KubeObject) => TE.right(object))
  const result = await run(
    { ...copies({ ...secret, data: { a: 'old' } }), update },
    { _tag: 'CopySecret', from: ref, to: secret },
  )
  expect(result).toEqual({ _tag: 'Done' })
  expect(update.mock.calls[0]?.[0]).toMatchObject({ data: { a: 'MQ==' } })
})

function removal(finalizers: ReadonlyArray<string> = [`${PREFIX}cleanup`]): Effect {
  return { _tag: 'RemoveFinalizers', ref, uid: 'u', resourceVersion: '3', finalizers }
}

function copies(existing: KubeObject): Partial<KubeClient> {
  const source: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'data' }, data: { a: 'MQ==' } }
  return { get: ({ name }) => TE.right(name === 'copy' ? existing : source), create: fails('AlreadyExists', 409) }
}
