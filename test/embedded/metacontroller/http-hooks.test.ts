import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { realClock } from '../../../embedded/clock/real-clock'
import { createCluster } from '../../../embedded/cluster'
import { httpHooks } from '../../../embedded/metacontroller/hook-caller'
import { isObject } from '../../../embedded/api/json-shape'
import { recorded } from '../golden'
import { composite, snap, snapRef } from '../toy-cluster'
import { toyKinds } from '../toy-kinds'
import { done, policy, policyRef } from '../toy-store'

interface Received {
  readonly path: string
  readonly method: string
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A hook server whose answers are made by `answer`; undefined: it never answers. */
const serve = async (
  answer: (received: Received) => { status: number; headers?: object; body: string | Buffer } | undefined,
) => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url, method, httpVersion, headers } = request
      const one = { path: url ?? '', method: method ?? '', httpVersion, headers, body: Buffer.concat(parts).toString() }
      received.push(one)
      const reply = answer(one)
      if (reply !== undefined) response.writeHead(reply.status, { ...reply.headers }).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { origin, received, close }
}

const call = { url: 'http://nowhere/c/sync', timeoutMs: 500, controller: 'c', hook: 'sync' } as const

it('posts JSON and hands back status, headers and text', async () => {
  const { origin, received, close } = await serve(() => ({
    status: 429,
    headers: { 'Retry-After': '3' },
    body: 'later',
  }))
  const answer = await httpHooks(origin)('/c/sync', { a: [1] }, call)
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '3' }, body: 'later' })
  expect(received[0]).toMatchObject({ path: '/c/sync', method: 'POST', body: '{"a":[1]}' })
  await close()
})

it('sends the recorded headers, and packed answers are unpacked', async () => {
  const { composite: theirs } = recorded('request-headers')
  if (!isObject(theirs)) throw new Error('nothing was recorded')
  const { method, httpVersion, host: _, ...headers } = theirs
  const { origin, received, close } = await serve(() => ({
    status: 200,
    headers: { 'Content-Encoding': 'gzip' },
    body: gzipSync('{"status":{}}'),
  }))
  const body = JSON.stringify({ a: 'x'.repeat(8276 - '{"a":""}'.length) })
  const answer = await httpHooks(origin)('/c/sync', JSON.parse(body), call)
  expect(answer.body).toBe('{"status":{}}')
  expect(received[0]).toMatchObject({ method, httpVersion, headers, body })
  await close()
})

it('fails without a server and after the timeout', async () => {
  const { origin, close } = await serve(() => undefined)
  await expect(httpHooks(origin)('/c/sync', {}, { ...call, timeoutMs: 50 })).rejects.toThrow()
  await close()
  await expect(httpHooks(origin)('/c/sync', {}, call)).rejects.toThrow()
})

it('runs a cluster on the real clock with hooks behind a socket', async () => {
  const answer = JSON.stringify({ status: { phase: 'Ready' }, children: [snap('s')] })
  const { origin, received, close } = await serve(() => ({ status: 200, body: answer }))
  const cluster = createCluster({
    clock: realClock(),
    kinds: toyKinds,
    namespaces: ['team-a'],
    controllers: [composite()],
    hooks: httpHooks(origin),
  })
  cluster.start()
  done(cluster.store.create(policy('p1')))
  const ready = () =>
    cluster.store.get(snapRef('s'))._tag === 'Right' && done(cluster.store.get(policyRef('p1')))['status'] !== undefined
  for (let wait = 0; wait < 400 && !ready(); wait += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  cluster.stop()
  await close()
  expect(done(cluster.store.get(policyRef('p1')))['status']).toEqual({ observedGeneration: 1, phase: 'Ready' })
  expect(JSON.parse(received[0]?.body ?? '{}')).toMatchObject({
    parent: { metadata: { name: 'p1' } },
    finalizing: false,
  })
})
