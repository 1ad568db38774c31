import { readFileSync } from 'node:fs'
import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import type { Config } from '../config'

/** Go keeps idle connections for 90 s; a POST that meets our close of one fails and is not repeated. */
const KEEP_ALIVE_MS = 120_000
const HEADERS_MS = 125_000
const REQUEST_MS = 60_000

export interface RunningServer {
  readonly port: number
  /** Takes no new connections, lets calls under way end, at most `limitMs`. */
  readonly drain: (limitMs: number) => Promise<void>
}

export const serve = async (
  app: Express,
  { address, tls }: Pick<Config, 'address' | 'tls'>,
): Promise<RunningServer> => {
  const server = tls === undefined ? createHttp(app) : createHttps(pair(tls), app)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, drain: drain(server) }
}

const pair = (tls: NonNullable<Config['tls']>) => ({
  cert: readFileSync(tls.certificate),
  key: readFileSync(tls.key),
  minVersion: 'TLSv1.2' as const,
})

const drain =
  (server: Server) =>
  async (limitMs: number): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const limit = setTimeout(() => server.closeAllConnections(), limitMs)
    await closed
    clearInterval(idle)
    clearTimeout(limit)
  }
