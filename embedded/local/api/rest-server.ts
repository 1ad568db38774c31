import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { chmodSync, rmSync } from 'node:fs'
import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError, KubePatch, RemoveOptions } from '../../../api/kubernetes/client'
import { kubeObject, type KubeObject, type ObjectRef } from '../../../api/kubernetes/object'
import type { KindDefinition } from '../../api/kind-definition'
import { parseSelector } from './selector-text'
import { requestTarget, type RequestTarget } from './request-target'

export interface RestServer {
  readonly close: () => Promise<void>
}

/** The part of the Kubernetes API that clients need, over a unix socket that only its owner may open. */
export const serveRest = async (
  client: KubeClient,
  kinds: () => ReadonlyArray<KindDefinition>,
  socketPath: string,
): Promise<RestServer> => {
  rmSync(socketPath, { force: true })
  const server = createServer((request, response) => {
    answer(client, kinds(), request, response).catch((error: unknown) => {
      sendError(response, {
        reason: 'Other',
        code: 500,
        message: error instanceof Error ? error.message : String(error),
      })
    })
  })
  await listen(server, socketPath)
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      rmSync(socketPath, { force: true })
    },
  }
}

const listen = (server: Server, socketPath: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, () => {
      chmodSync(socketPath, 0o600)
      resolve()
    })
  })

const answer = async (
  client: KubeClient,
  kinds: ReadonlyArray<KindDefinition>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://local')
  const target = requestTarget(kinds, url.pathname)
  if (target === undefined) return sendError(response, notServed(url.pathname))
  if (request.method === 'GET' && target.name === undefined)
    return collection(client, target, url.searchParams, response)
  const result = await single(client, target, {
    method: request.method ?? 'GET',
    type: request.headers['content-type'] ?? '',
    body: await bodyOf(request),
  })
  return E.isLeft(result)
    ? sendError(response, result.left)
    : send(response, request.method === 'POST' ? 201 : 200, result.right)
}

const notServed = (path: string): KubeError => ({
  reason: 'NotFound',
  code: 404,
  message: `the server could not find the requested resource (${path})`,
})

const collection = async (
  client: KubeClient,
  { kind, namespace }: RequestTarget,
  parameters: URLSearchParams,
  response: ServerResponse,
): Promise<void> => {
  const text = parameters.get('labelSelector')
  const labelSelector = text === null ? {} : parseSelector(text)
  if (labelSelector === undefined)
    return sendError(response, { reason: 'Other', code: 400, message: `unable to parse the selector ${text}` })
  const query = {
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    ...(namespace === undefined ? {} : { namespace }),
    ...(text === null ? {} : { labelSelector }),
  }
  if (parameters.get('watch') !== null) {
    const resourceVersion = parameters.get('resourceVersion') ?? '0'
    return stream(client, { ...query, resourceVersion }, response)
  }
  const list = await client.list(query)()
  if (E.isLeft(list)) return sendError(response, list.left)
  const { resourceVersion, items } = list.right
  return send(response, 200, {
    apiVersion: kind.apiVersion,
    kind: `${kind.kind}List`,
    metadata: { resourceVersion },
    items,
  })
}

const stream = (client: KubeClient, query: Parameters<KubeClient['watch']>[0], response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.flushHeaders()
  const stop = client.watch(query, {
    onEvent: (event) => response.write(`${JSON.stringify(event)}\n`),
    onEnd: (error) => {
      if (error !== undefined) response.write(`${JSON.stringify({ type: 'ERROR', object: statusOf(error) })}\n`)
      response.end()
    },
  })
  response.on('close', stop)
}

interface Sent {
  readonly method: string
  readonly type: string
  readonly body: unknown
}

const single = async (
  client: KubeClient,
  target: RequestTarget,
  { method, type, body }: Sent,
): Promise<E.Either<KubeError, unknown>> => {
  const ref = refOfTarget(target)
  switch (method) {
    case 'GET':
      return client.get(ref)()
    case 'POST':
      return withObject(target, body, (object) => client.create(object))
    case 'PUT':
      return withObject(target, body, (object) =>
        target.subresource === 'status' ? client.updateStatus(object) : client.update(object),
      )
    case 'PATCH':
      return client.patch(ref, patchOf(type, body, target.subresource))()
    case 'DELETE':
      return E.map(() => ({ apiVersion: 'v1', kind: 'Status', status: 'Success' }))(
        await client.remove(ref, removeOptions(body))(),
      )
    default:
      return E.left({ reason: 'Other', code: 405, message: `the server does not allow ${method}` })
  }
}

const refOfTarget = ({ kind, namespace, name }: RequestTarget): ObjectRef => ({
  apiVersion: kind.apiVersion,
  kind: kind.kind,
  name: name ?? '',
  ...(namespace === undefined ? {} : { namespace }),
})

const withObject = async (
  { namespace }: RequestTarget,
  body: unknown,
  act: (object: KubeObject) => ReturnType<KubeClient['create']>,
): Promise<E.Either<KubeError, KubeObject>> => {
  if (!kubeObject.is(body)) return E.left({ reason: 'Other', code: 400, message: 'the body is no Kubernetes object' })
  const inNamespace = namespace === undefined ? body : { ...body, metadata: { namespace, ...body.metadata } }
  return act(inNamespace)()
}

const patchOf = (type: string, body: unknown, subresource: string | undefined): KubePatch =>
  ({
    type: type.startsWith('application/json-patch+json') ? 'json' : 'merge',
    body,
    ...(subresource === 'status' ? { subresource: 'status' } : {}),
  }) as KubePatch

const removeOptions = (body: unknown): RemoveOptions => {
  const { propagationPolicy, preconditions } = (body ?? {}) as {
    propagationPolicy?: RemoveOptions['propagationPolicy']
    preconditions?: RemoveOptions
  }
  return {
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(preconditions?.uid === undefined ? {} : { uid: preconditions.uid }),
    ...(preconditions?.resourceVersion === undefined ? {} : { resourceVersion: preconditions.resourceVersion }),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}

const statusOf = ({ reason, code, message }: KubeError) => ({
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  reason,
  code,
  message,
})

const sendError = (response: ServerResponse, error: KubeError): void =>
  response.headersSent ? void response.end() : send(response, error.code === 0 ? 503 : error.code, statusOf(error))

const send = (response: ServerResponse, code: number, body: unknown): void => {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
