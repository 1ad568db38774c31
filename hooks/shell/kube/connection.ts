import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions as TlsOptions } from 'node:https'
import type { KubeConfig } from '@kubernetes/client-node'

/** Opens requests to one API server; credentials are in it. */
export interface Connection {
  readonly open: (options: ConnectionRequest, onResponse: (response: IncomingMessage) => void) => Promise<ClientRequest>
}

export interface ConnectionRequest {
  readonly method: string
  readonly path: string
  readonly headers: { readonly [name: string]: string | number }
  /** Milliseconds without a byte after which the request is ended. */
  readonly timeout: number
}

/** Tokens of service accounts rotate; the file is read again after this. */
const CREDENTIALS_MS = 30_000

/** The connection a kubeconfig or the pod's service account describes. */
export const kubeConfigConnection = async (config: KubeConfig): Promise<Connection> => {
  const server = new URL(config.getCurrentCluster()?.server ?? 'https://127.0.0.1')
  const first = await credentials(config)
  const secure = server.protocol === 'https:'
  const agent = secure
    ? new HttpsAgent({ ...first.tls, keepAlive: true, maxSockets: 64 })
    : new HttpAgent({ keepAlive: true })
  let cached = { headers: first.headers, until: performance.now() + CREDENTIALS_MS }
  const open = secure ? httpsRequest : httpRequest
  return {
    open: async (options, onResponse) => {
      if (performance.now() > cached.until) {
        cached = { headers: (await credentials(config)).headers, until: performance.now() + CREDENTIALS_MS }
      }
      const { headers, path, ...rest } = options
      return open(
        {
          ...rest,
          agent,
          host: server.hostname.replace(/^\[|\]$/g, ''),
          port: server.port === '' ? (secure ? 443 : 80) : server.port,
          path: `${server.pathname.replace(/\/$/, '')}${path}`,
          headers: { ...headers, ...cached.headers },
        },
        onResponse,
      )
    },
  }
}

/** A connection to an API behind a unix socket; who may open the socket may do everything. */
export const socketConnection = (socketPath: string): Connection => ({
  open: async (options, onResponse) =>
    httpRequest({ ...options, socketPath, headers: { ...options.headers } }, onResponse),
})

const credentials = async (config: KubeConfig) => {
  const options: TlsOptions & RequestOptions = {}
  await config.applyToHTTPSOptions(options)
  const { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername } = options
  return {
    headers: { ...basic(options.auth), ...strings(options.headers) },
    tls: Object.fromEntries(
      Object.entries({ ca, cert, key, pfx, passphrase, rejectUnauthorized, servername }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  }
}

const basic = (auth: string | null | undefined) =>
  auth === null || auth === undefined ? {} : { Authorization: `Basic ${Buffer.from(auth).toString('base64')}` }

const strings = (headers: unknown): { readonly [name: string]: string } =>
  typeof headers === 'object' && headers !== null
    ? Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      )
    : {}
