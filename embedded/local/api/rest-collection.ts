import type { ServerResponse } from 'node:http'
import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { RequestTarget } from './request-target'
import { send, sendError, statusOf } from './rest-answer'
import { parseSelector } from './selector-text'

/** Lists or watches the objects of one kind. */
export const collection = async (
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
