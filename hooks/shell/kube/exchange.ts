import type { IncomingMessage } from 'node:http'
import * as E from 'fp-ts/Either'
import type * as TE from 'fp-ts/TaskEither'
import type { KubeError } from '../../../api/kubernetes/client'
import type { Connection } from './connection'
import { statusError, unreachable } from './kube-error'

/** Below Metacontroller's patience with a hook call, which may need several of these. */
const TIMEOUT_MS = 10_000

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly contentType?: string
}

/** One request and its JSON answer. Never rejects. */
export const exchange =
  (
    connection: Connection,
    { method, path, body, contentType = 'application/json' }: Exchange,
  ): TE.TaskEither<KubeError, unknown> =>
  () =>
    new Promise((resolve) => {
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const headers = {
        Accept: 'application/json',
        'User-Agent': 'kopiur',
        ...(payload === undefined ? {} : { 'Content-Type': contentType, 'Content-Length': payload.length }),
      }
      const fail = (error: Error) => resolve(E.left(unreachable(`${method} ${path}: ${error.message}`)))
      connection
        .open({ method, path, headers, timeout: TIMEOUT_MS }, (response) => readAnswer(response).then(resolve, fail))
        .then((request) => {
          request.on('error', fail)
          request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)))
          request.end(payload)
        }, fail)
    })

const readAnswer = async (response: IncomingMessage): Promise<E.Either<KubeError, unknown>> => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const body = parsed(Buffer.concat(chunks).toString('utf8'))
  const code = response.statusCode ?? 0
  return code >= 200 && code < 300 ? E.right(body) : E.left(statusError(code, body))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
