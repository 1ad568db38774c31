import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express'
import type { Registry } from 'prom-client'
import { ADMISSION_PATH, answerAdmission } from './admission'
import { answerRoute } from './answer-call'
import { onlyFrom, type Caller } from './caller'
import type { HookEnvironment } from './environment'
import { refuse, tryLater, type Reply } from './reply'
import { routes, type Route } from './routes'

/** Requests carry whole objects, each child twice; 64 MiB is far above what 5,000 children need. */
export const BODY_LIMIT = '64mb'

/** Calls at once above which new ones are sent away for a second. */
const MAX_CALLS = 500

export interface AppParts {
  readonly environment: HookEnvironment
  readonly metrics?: Registry
  /** False while the service starts or drains. */
  readonly ready: () => boolean
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number
  /** Whose hook calls are answered; absent: everybody's who reaches the port. Admission is the API server's and open. */
  readonly caller?: Caller
}

/** Health and metrics alone: what may be read without TLS. */
export const createOperationsApp = (parts: Pick<AppParts, 'metrics' | 'ready'>): Express => {
  const app = express()
  app.set('etag', false)
  app.disable('x-powered-by')
  app.get('/healthz', (_request, response) => void response.type('text/plain').send('ok'))
  app.get('/readyz', (_request, response) => {
    const ready = parts.ready()
    response
      .status(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ok' : 'not ready')
  })
  app.get('/metrics', metricsHandler(parts.metrics))
  return app
}

/** Everything: health, metrics and the hooks. */
export const createApp = (parts: AppParts): Express => {
  const app = createOperationsApp(parts)
  const parse = express.json({ limit: BODY_LIMIT, strict: true, inflate: false, type: () => true })
  const admit = admission(MAX_CALLS)
  const known = parts.caller === undefined ? [] : [onlyFrom(parts.caller)]
  routes(parts.environment.controllers).forEach((route) =>
    app.post(route.path, ...known, admit, parse, hookHandler(parts, route)),
  )
  app.post(ADMISSION_PATH, admit, parse, admissionHandler(parts))
  app.use((_request, response) => send(response, { status: 404, headers: {}, body: { error: 'no such path' } }))
  app.use(onError)
  return app
}

const hookHandler =
  ({ environment, elapsed }: AppParts, route: Route): RequestHandler =>
  async (request, response) => {
    const start = elapsed()
    const { reply, report } = await answerRoute(environment, route, request.body)
    const answerBytes = send(response, reply)
    const requestBytes = Number(request.headers['content-length'] ?? 0)
    environment.report?.({ ...report, milliseconds: elapsed() - start, requestBytes, answerBytes })
  }

/** A defect is a refusal to judge: the API server then fails closed. */
const admissionHandler =
  ({ environment }: AppParts): RequestHandler =>
  async (request, response) => {
    const reply = await answerAdmission(environment.kube, request.body).catch(() =>
      refuse(500, 'admission has a defect'),
    )
    send(response, reply)
  }

const send = (response: Response, reply: Reply): number => {
  const text = JSON.stringify(reply.body)
  response.status(reply.status).set(reply.headers).type('application/json').send(text)
  return Buffer.byteLength(text)
}

const admission = (limit: number): RequestHandler => {
  let inFlight = 0
  return (_request, response, next) => {
    if (inFlight >= limit) return void send(response, tryLater(1))
    inFlight += 1
    response.once('close', () => {
      inFlight -= 1
    })
    next()
  }
}

const metricsHandler =
  (registry: Registry | undefined): RequestHandler =>
  async (_request, response) => {
    response.type('text/plain; version=0.0.4').send((await registry?.metrics()) ?? '')
  }

/** Without stack or input: the text ends in Metacontroller's Events. */
const onError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error)
  const status = statusOf(error)
  send(response, {
    status,
    headers: {},
    body: { error: status === 413 ? `the body is over ${BODY_LIMIT}` : 'cannot read the body' },
  })
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 500
