import type { IncomingMessage } from 'node:http'
import type { KubeError, WatchHandlers } from '../../../api/kubernetes/client'
import { kubeObject } from '../../../api/kubernetes/object'
import type { Connection } from './connection'
import { statusError, unreachable } from './kube-error'

/** The server ends a watch after `timeoutSeconds`; silence beyond that is a dead connection. */
export const WATCH_SECONDS = 290

/** Streams one watch; `onEnd` is called once, also after a stop from our side. Returns the stop. */
export const watchStream = (connection: Connection, path: string, handlers: WatchHandlers): (() => void) => {
  let ended = false
  let stop: () => void = () => undefined
  const end = (error?: KubeError) => {
    if (ended) return
    ended = true
    stop()
    handlers.onEnd(error)
  }
  const timeout = (WATCH_SECONDS + 30) * 1000
  connection
    .open({ method: 'GET', path, headers: { Accept: 'application/json' }, timeout }, (response) => {
      follow(response, { onEvent: (event) => (ended ? undefined : handlers.onEvent(event)), onEnd: end })
    })
    .then(
      (request) => {
        stop = () => request.destroy()
        if (ended) return stop()
        request.on('error', (error) => end(unreachable(error.message)))
        request.on('timeout', () => end(unreachable('the watch fell silent')))
        request.end()
      },
      (error: Error) => end(unreachable(error.message)),
    )
  return () => end()
}

const follow = (response: IncomingMessage, handlers: WatchHandlers): void => {
  const code = response.statusCode ?? 0
  if (code !== 200) {
    response.resume()
    return handlers.onEnd(statusError(code, undefined))
  }
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    lines.filter((line) => line !== '').forEach((line) => deliver(line, handlers))
  })
  response.on('end', () => handlers.onEnd())
  response.on('error', (error) => handlers.onEnd(unreachable(error.message)))
}

const deliver = (line: string, handlers: WatchHandlers): void => {
  const event = parsed(line)
  if (event === undefined) return handlers.onEnd(unreachable('the watch sent no JSON'))
  const { type, object } = event
  if (type === 'ERROR') return handlers.onEnd(statusError(codeOf(object), object))
  if ((type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') && kubeObject.is(object))
    handlers.onEvent({ type, object })
}

const parsed = (line: string): { readonly type?: unknown; readonly object?: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const codeOf = (status: unknown): number =>
  typeof status === 'object' && status !== null && 'code' in status && typeof status.code === 'number'
    ? status.code
    : 500
