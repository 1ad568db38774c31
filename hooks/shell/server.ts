import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttps, type Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import type { Address } from '../config'

/** Go keeps idle connections for 90 s; a POST that meets our close of one fails and is not repeated. */
const KEEP_ALIVE_MS = 120_000
const HEADERS_MS = 125_000
const REQUEST_MS = 60_000

export interface RunningServer {
  readonly port: number
  /** Takes no new connections, lets calls under way end, at most `limitMs`. */
  readonly drain: (limitMs: number) => Promise<void>
}

/** A certificate with its key, PEM text. */
export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

export interface RunningTlsServer extends RunningServer {
  /** New connections get this certificate; those that are open go on. */
  readonly use: (pair: CertificatePair) => void
}

/** Plain HTTP. */
export const serve = async (app: Express, address: Address): Promise<RunningServer> => listen(createHttp(app), address)

export const serveTls = async (app: Express, address: Address, first: CertificatePair): Promise<RunningTlsServer> => {
  const server = createHttps(secureContext(first), app)
  return { ...(await listen(server, address)), use: (pair) => server.setSecureContext(secureContext(pair)) }
}

const secureContext = ({ certificate, key }: CertificatePair) => ({
  cert: certificate,
  key,
  minVersion: 'TLSv1.2' as const,
})

const listen = async (server: Server | HttpsServer, address: Address): Promise<RunningServer> => {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, drain: drain(server) }
}

const drain =
  (server: Server | HttpsServer) =>
  async (limitMs: number): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const limit = setTimeout(() => server.closeAllConnections(), limitMs)
    await closed
    clearInterval(idle)
    clearTimeout(limit)
  }
