import { request } from 'node:http'
import * as E from 'fp-ts/Either'
import { ADMISSION_PATH } from '../../../hooks/shell/admission'
import { createApp } from '../../../hooks/shell/app'
import type { Caller } from '../../../hooks/shell/caller'
import type { CallReport } from '../../../hooks/shell/call-report'
import type { HookEnvironment } from '../../../hooks/shell/environment'
import { createMetrics } from '../../../hooks/shell/metrics'
import { serve, type RunningServer } from '../../../hooks/shell/server'
import { compositeBody, controller, decision, environment } from './fixtures'

interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  readonly text: string
}

const loopback = { address: { host: '127.0.0.1', port: 0 } }
const running: RunningServer[] = []
const start = async (parts: Partial<HookEnvironment>, state = { ready: true }, caller?: Caller) => {
  const metrics = createMetrics()
  const app = createApp({
    environment: environment({ report: (report) => metrics.onCall(report, 1), ...parts }),
    metrics: metrics.registry,
    ready: () => state.ready,
    elapsed: () => 0,
    ...(caller === undefined ? {} : { caller }),
  })
  const server = await serve(app, loopback.address)
  running.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.drain(0)))
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: string | Buffer
  readonly authorization?: string
}

const call = (server: RunningServer, method: string, path: string, body?: string | Buffer): Promise<Answer> =>
  send(server, { method, path, ...(body === undefined ? {} : { body }) })

const send = (server: RunningServer, { method, path, body, authorization }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(authorization === undefined ? {} : { Authorization: authorization }),
    }
    const sent = request({ host: '127.0.0.1', port: server.port, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

const sample = controller(() => E.right(decision()))

test('a call over HTTP is answered with JSON, without an etag, and told with its sizes', async () => {
  const report = jest.fn<void, [CallReport]>()
  const server = await start({ controllers: [sample], report })
  const body = JSON.stringify(compositeBody)
  const answer = await call(server, 'POST', '/v2/sample/sync', body)
  expect(answer.status).toBe(200)
  expect(answer.headers['etag']).toBeUndefined()
  expect(answer.headers['content-type']).toContain('application/json')
  expect(JSON.parse(answer.text)).toMatchObject({ children: [{ kind: 'Snapshot' }] })
  expect(report.mock.calls[0]?.[0]).toMatchObject({
    requestBytes: body.length,
    answerBytes: answer.text.length,
    parent: { name: 'pg', uid: 'policy-uid', generation: 1, resourceVersion: '7' },
  })
  expect(JSON.stringify(report.mock.calls)).not.toContain('policyRef')
})

test('a body of many megabytes is taken, one above the limit is refused', async () => {
  const server = await start({ controllers: [sample] })
  const padded = (megabytes: number) =>
    JSON.stringify({ ...compositeBody, controller: { pad: 'x'.repeat(megabytes << 20) } })
  expect((await call(server, 'POST', '/v2/sample/sync', padded(20))).status).toBe(200)
  expect(await call(server, 'POST', '/v2/sample/sync', padded(65))).toMatchObject({
    status: 413,
    text: '{"error":"the body is over 64mb"}',
  })
})

test.each([
  ['no JSON', '{"a":'],
  ['an empty body', ''],
  ['a JSON text', '"a"'],
])('%s is a 400 that repeats nothing of it', async (_name, body) => {
  const answer = await call(await start({ controllers: [sample] }), 'POST', '/v2/sample/sync', body)
  expect(answer.status).toBe(400)
  expect(answer.text).toMatch(/^\{"error":"[^"]+"\}$/)
})

test('where a token is asked for, a hook call without it is sent away unread; admission, health and metrics stay open', async () => {
  const report = jest.fn<void, [CallReport]>()
  const caller: Caller = (authorization) => authorization === 'Bearer ours'
  const server = await start({ controllers: [sample], report }, { ready: true }, caller)
  const body = JSON.stringify(compositeBody)
  expect(await call(server, 'POST', '/v2/sample/sync', body)).toMatchObject({
    status: 401,
    text: expect.stringContaining('no token'),
  })
  const as = (authorization: string, text: string): Promise<Answer> =>
    send(server, { method: 'POST', path: '/v2/sample/sync', body: text, authorization })
  expect((await as('Bearer theirs', '{"a":')).status).toBe(401)
  expect(report).not.toHaveBeenCalled()
  expect((await as('Bearer ours', body)).status).toBe(200)
  expect((await call(server, 'POST', ADMISSION_PATH, '{}')).status).not.toBe(401)
  expect((await call(server, 'GET', '/healthz')).status).toBe(200)
})

test('other paths are a 404 in JSON', async () => {
  expect(await call(await start({}), 'POST', '/v2/nobody/sync', '{}')).toMatchObject({
    status: 404,
    text: '{"error":"no such path"}',
  })
})

test('health, readiness and metrics', async () => {
  const state = { ready: true }
  const server = await start({ controllers: [sample] }, state)
  await call(server, 'POST', '/v2/sample/sync', JSON.stringify(compositeBody))
  expect((await call(server, 'GET', '/healthz')).status).toBe(200)
  expect((await call(server, 'GET', '/readyz')).status).toBe(200)
  state.ready = false
  expect((await call(server, 'GET', '/readyz')).status).toBe(503)
  expect((await call(server, 'GET', '/metrics')).text).toContain(
    'kopiur_hook_calls_total{controller="sample",hook="sync",kind="SnapshotPolicy",code="200"} 1',
  )
})

test('idle connections are kept longer than Go keeps them', async () => {
  const answer = await call(await start({}), 'GET', '/healthz')
  expect(answer.headers['keep-alive']).toBe('timeout=120')
})

test('draining lets a call under way end and takes no new ones', async () => {
  const gate: { open: () => void } = { open: () => undefined }
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  const arrived: { tell: () => void } = { tell: () => undefined }
  const arrival = new Promise<void>((resolve) => {
    arrived.tell = resolve
  })
  const slow = controller(
    () => E.right(decision()),
    ({ reads }) => (reads.size === 0 ? [{ _tag: 'Get', ref: { apiVersion: 'v1', kind: 'Pod', name: 'p' } }] : []),
  )
  const kube = {
    ...environment().kube,
    get: () => async () => {
      arrived.tell()
      await opened
      return E.left({ reason: 'NotFound' as const, code: 404, message: 'gone' })
    },
  }
  const server = await start({ controllers: [slow], kube })
  running.splice(0)
  const answer = call(server, 'POST', '/v2/sample/sync', JSON.stringify(compositeBody))
  await arrival
  const drained = server.drain(5_000)
  await expect(call(server, 'GET', '/healthz')).rejects.toThrow('ECONNREFUSED')
  gate.open()
  expect((await answer).status).toBe(200)
  await drained
})
