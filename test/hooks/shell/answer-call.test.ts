import * as E from 'fp-ts/Either'
import * as TE from 'fp-ts/TaskEither'
import type { Effect } from '../../../hooks/effect'
import { getNeed, needKey, type Need } from '../../../hooks/need'
import { answerCall } from '../../../hooks/shell/answer-call'
import type { CallReport } from '../../../hooks/shell/call-report'
import { compositeBody, controller, decision, environment, NOW, policy, snapshot } from './fixtures'
import { kubeError, stubClient } from './stub-client'

const secret = { apiVersion: 'v1', kind: 'Secret', namespace: 'db', name: 'creds' }
const annotate: Effect = { _tag: 'Annotate', ref: { ...secret, kind: 'ConfigMap' }, uid: 'u', annotations: { a: 'b' } }
/** A parent whose schema nobody knows, so that a status may say anything. */
const toyBody = { ...compositeBody, parent: { ...policy, apiVersion: 'toy.example.io/v1', kind: 'Toy' } }
const post = (parts: Parameters<typeof environment>[0], body: unknown = toyBody) =>
  answerCall(environment(parts))('/v2/sample/sync', body)

describe('a decision', () => {
  test('becomes the wire answer: kept and created children, no dropped ones, no tags', async () => {
    const created = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j', namespace: 'db' } }
    const decided = decision({
      children: [
        { _tag: 'drop', object: snapshot, reason: 'retention' },
        { _tag: 'create', object: created, reason: 'due' },
      ],
      resyncAfterSeconds: 60,
    })
    expect(await post({ controllers: [controller(() => E.right(decided))] })).toEqual({
      status: 200,
      headers: {},
      body: { status: {}, children: [created], resyncAfterSeconds: 60 },
    })
  })

  test('sees the clock of the call and the reads it asked for, round by round', async () => {
    const second = (key: string): Need => getNeed({ ...secret, name: key })
    const asks = jest.fn((names: ReadonlyArray<string>) => names)
    const hook = controller(
      ({ reads, now }) => E.right(decision({ status: { reads: [...reads.keys()], now } })),
      ({ reads }) => {
        asks([...reads.keys()])
        return reads.size === 0 ? [second('a'), second('a')] : [second('a'), second('b')]
      },
    )
    const get = jest.fn(() => TE.left(kubeError('NotFound', 404)))
    const reply = await post({ controllers: [hook], kube: stubClient({ get }) })
    expect(reply.body).toMatchObject({ status: { now: NOW, reads: [needKey(second('a')), needKey(second('b'))] } })
    expect(get).toHaveBeenCalledTimes(2)
  })

  test('learns that a read is forbidden or missing as a value', async () => {
    const hook = controller(
      ({ reads }) => E.right(decision({ status: { outcomes: [...reads.values()].map(({ _tag }) => _tag) } })),
      () => [getNeed(secret), getNeed({ ...secret, name: 'other' })],
    )
    const get = ({ name }: { readonly name: string }) =>
      TE.left(name === 'creds' ? kubeError('Forbidden', 403) : kubeError('NotFound', 404))
    expect((await post({ controllers: [hook], kube: stubClient({ get }) })).body).toMatchObject({
      status: { outcomes: ['Forbidden', 'Missing'] },
    })
  })

  test('never sees what is in a Secret, only its keys', async () => {
    const found = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'creds',
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'hunter2', mine: 'yes' },
      },
      data: { KOPIA_PASSWORD: 'hunter2' },
      stringData: { other: 'hunter2' },
    }
    const seen = jest.fn()
    const hook = controller(
      ({ reads }) => {
        seen(JSON.stringify([...reads.values()]))
        return E.right(decision())
      },
      () => [getNeed(secret), { _tag: 'List', apiVersion: 'v1', kind: 'Secret', labelSelector: {} }],
    )
    const kube = stubClient({
      get: () => TE.right(found),
      list: () => TE.right({ resourceVersion: '1', items: [found] }),
    })
    expect((await post({ controllers: [hook], kube })).status).toBe(200)
    expect(seen.mock.calls[0]?.[0]).not.toContain('hunter2')
    expect(seen.mock.calls[0]?.[0]).toContain('"KOPIA_PASSWORD":""')
  })
})

describe('nothing is decided or done', () => {
  const decide = jest.fn(() => E.right(decision({ effects: [annotate] })))
  beforeEach(() => decide.mockClear())

  test('when a read fails in passing: 503', async () => {
    const reply = await post({ controllers: [controller(decide, () => [getNeed(secret)])] })
    expect(reply).toMatchObject({ status: 503, body: { error: 'cannot read: Unavailable as told' } })
    expect(decide).not.toHaveBeenCalled()
  })

  test('when a hook never stops asking: 500', async () => {
    const insatiable = controller(decide, ({ reads }) => [getNeed({ ...secret, name: `n${reads.size}` })])
    const get = jest.fn(() => TE.left(kubeError('NotFound', 404)))
    expect((await post({ controllers: [insatiable], kube: stubClient({ get }) })).status).toBe(500)
    expect(get).toHaveBeenCalledTimes(5)
    expect(decide).not.toHaveBeenCalled()
  })

  test('when the reads took longer than Metacontroller waits: 503, no effect', async () => {
    const patch = jest.fn(() => TE.right(policy))
    const clock = jest
      .fn()
      .mockReturnValueOnce(NOW)
      .mockReturnValue(NOW + 26_000)
    expect((await post({ controllers: [controller(decide)], now: clock, kube: stubClient({ patch }) })).status).toBe(
      503,
    )
    expect(patch).not.toHaveBeenCalled()
  })

  test('when the guard stops the answer: 500, no effect', async () => {
    const patch = jest.fn(() => TE.right(policy))
    const harmful = controller(() => E.right(decision({ children: [], effects: [annotate] })))
    const reply = await post({ controllers: [harmful], kube: stubClient({ patch }) })
    expect(reply.status).toBe(500)
    expect(JSON.stringify(reply.body)).toContain('neither kept nor dropped')
    expect(patch).not.toHaveBeenCalled()
  })

  test.each([
    ['no object', null],
    ['an array', []],
    ['a decorator call', { controller: {}, object: policy, attachments: {}, related: {}, finalizing: false }],
    ['a child that is no object', { ...compositeBody, children: { 'Job.batch/v1': { 'db/a': null } } }],
  ])('when the body is %s: 400', async (_name, body) => {
    expect((await post({ controllers: [controller(decide)] }, body)).status).toBe(400)
    expect(decide).not.toHaveBeenCalled()
  })

  test('when the hook has a defect: 500, and the stack stays inside', async () => {
    const report = jest.fn<void, [CallReport]>()
    const reply = await post({
      report,
      controllers: [
        controller(() => {
          throw new Error('boom')
        }),
      ],
    })
    expect(reply).toMatchObject({ status: 500, body: { error: 'the hook has a defect' } })
    expect(report.mock.calls[0]?.[0].why).toContain('boom')
  })
})

describe('failures of a hook', () => {
  test('CannotAnswer is a 500', async () => {
    const hook = controller(() => E.left({ _tag: 'CannotAnswer', why: 'no idea' }))
    expect(await post({ controllers: [hook] })).toMatchObject({ status: 500, body: { error: 'no idea' } })
  })

  test.each([
    [3, '3'],
    [0, '1'],
    [1.2, '2'],
    [-5, '1'],
    [Number.NaN, '1'],
  ])('TryLater after %p s is a 429 with Retry-After %s', async (seconds, header) => {
    const hook = controller(() => E.left({ _tag: 'TryLater', seconds }))
    expect(await post({ controllers: [hook] })).toMatchObject({ status: 429, headers: { 'retry-after': header } })
  })
})

describe('effects', () => {
  const deciding = (effects: ReadonlyArray<Effect>) =>
    controller(({ refusals }) => E.right(decision({ status: { refused: refusals.map(({ code }) => code) }, effects })))

  test('run before the answer leaves', async () => {
    const patch = jest.fn(() => TE.right(policy))
    expect((await post({ controllers: [deciding([annotate])], kube: stubClient({ patch }) })).body).toMatchObject({
      status: { refused: [] },
    })
    expect(patch).toHaveBeenCalledWith(annotate.ref, {
      type: 'merge',
      body: { metadata: { uid: 'u', annotations: { a: 'b' } } },
    })
  })

  test('that fail in passing end the call with 503, and later ones are not run', async () => {
    const patch = jest.fn(() => TE.left(kubeError('Unavailable', 500)))
    expect(
      (await post({ controllers: [deciding([annotate, { ...annotate, uid: 'v' }])], kube: stubClient({ patch }) }))
        .status,
    ).toBe(503)
    expect(patch).toHaveBeenCalledTimes(1)
  })

  test('that are refused are a fact for a second decide, and are not tried again', async () => {
    const patch = jest.fn(() => TE.left(kubeError('Invalid', 422)))
    expect((await post({ controllers: [deciding([annotate])], kube: stubClient({ patch }) })).body).toMatchObject({
      status: { refused: [422] },
    })
    expect(patch).toHaveBeenCalledTimes(1)
  })

  test('of the second decide that are new are run', async () => {
    const told: Effect = {
      _tag: 'EmitEvent',
      regarding: { apiVersion: policy.apiVersion, kind: policy.kind, namespace: 'db', name: 'pg', uid: 'policy-uid' },
      type: 'Warning',
      reason: 'Refused',
      action: 'Look',
      message: 'it was refused',
      occasion: '1',
    }
    const hook = controller(({ refusals }) =>
      E.right(decision({ effects: refusals.length === 0 ? [annotate] : [annotate, told] })),
    )
    const create = jest.fn(() => TE.right(policy))
    const kube = stubClient({ patch: () => TE.left(kubeError('Forbidden', 403)), create })
    expect((await post({ controllers: [hook], kube })).status).toBe(200)
    expect(create).toHaveBeenCalledTimes(1)
  })
})

describe('customize', () => {
  const withRules = (rules: unknown) =>
    answerCall(
      environment({
        controllers: [{ ...controller(() => E.right(decision())), customize: () => E.right(rules as never) }],
      }),
    )('/v2/sample/customize', { controller: {}, parent: policy })
  test('answers its rules', async () => {
    const rules = [{ apiVersion: 'v1', resource: 'secrets', names: ['a'] }]
    expect(await withRules(rules)).toMatchObject({ status: 200, body: { relatedResources: rules } })
  })
  test('with empty names is a 500', async () => {
    expect((await withRules([{ apiVersion: 'v1', resource: 'secrets', names: [] }])).status).toBe(500)
  })
})

test('a call can be recorded with everything it depended on', async () => {
  const record = jest.fn()
  const hook = controller(
    () => E.right(decision()),
    () => [getNeed(secret)],
  )
  await post({ controllers: [hook], record, kube: stubClient({ get: () => TE.left(kubeError('NotFound', 404)) }) })
  expect(record).toHaveBeenCalledWith({
    now: NOW,
    route: '/v2/sample/sync',
    settings: environment().settings,
    reads: [{ key: needKey(getNeed(secret)), outcome: { _tag: 'Missing' } }],
    request: toyBody,
  })
})

test('a path without a hook is a 404', async () => {
  expect((await answerCall(environment())('/v2/nobody/sync', {})).status).toBe(404)
})
