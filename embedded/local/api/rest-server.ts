import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { chmodSync, rmSync } from 'node:fs'
import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError } from '../../../api/kubernetes/client'
import type { KindDefinition } from '../../api/kind-definition'
import { requestTarget } from './request-target'
import { send, sendError } from './rest-answer'
import { collection } from './rest-collection'
import { single } from './rest-object'

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

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}
