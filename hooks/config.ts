import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import * as t from 'io-ts'
import type { Settings } from './settings'

/** Where the service listens. */
export interface Address {
  readonly host: string
  readonly port: number
}

export interface Config {
  readonly settings: Settings
  readonly address: Address
  /** Where hooks are served over TLS; absent: over plain HTTP at `address`, beside health and metrics. */
  readonly tls?: TlsConfig
  /** Folder of tokens, one a file, of which each hook call must show one; absent: none is asked for. */
  readonly hookTokens?: string
  readonly logLevel: LogLevel
  /** Folder that takes one replay file for each call; absent: none is written. */
  readonly recordDirectory?: string
  /** Name of this process in Events. */
  readonly instance: string
}

export interface TlsConfig {
  readonly address: Address
  /** Paths of PEM files that are read again when they change (`authority`: who signed, to be announced); or a certificate that the service makes and keeps itself. */
  readonly source:
    | { readonly _tag: 'Files'; readonly certificate: string; readonly key: string; readonly authority?: string }
    | { readonly _tag: 'Self'; readonly secret: string; readonly service: string }
}

const logLevel = t.keyof({ trace: null, debug: null, info: null, warn: null, error: null })
export type LogLevel = t.TypeOf<typeof logLevel>

const textCodec = <A>(name: string, read: (text: string) => A | undefined): t.Type<A, A, unknown> =>
  new t.Type(
    name,
    (u): u is A => u !== undefined,
    (u, context) => {
      const value = typeof u === 'string' ? read(u) : undefined
      return value === undefined ? t.failure(u, context) : t.success(value)
    },
    t.identity,
  )

const address = textCodec<Address>('host:port', (text) => {
  const found = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:]*)):(?<port>\d{1,5})$/.exec(text)?.groups
  const port = Number(found?.['port'])
  const host = found?.['v6'] ?? found?.['host'] ?? ''
  return found !== undefined && port <= 65_535 ? { host: host === '' ? '::' : host, port } : undefined
})

const wholeSeconds = textCodec('whole number of seconds', (text) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined))

const names = textCodec('comma-separated names', (text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
)

const pullPolicy = t.keyof({ Always: null, IfNotPresent: null, Never: null })

/** Every variable the service reads. A malformed value stops it with a message; an empty one counts as unset. */
const variables = t.intersection([
  t.type({ KOPIUR_MOVER_IMAGE: t.string }),
  t.partial({
    KOPIUR_NAMESPACE: t.string,
    KOPIUR_WATCH_NAMESPACE: t.string,
    KOPIUR_MOVER_PULL_POLICY: pullPolicy,
    KOPIUR_MOVER_PULL_SECRETS: names,
    KOPIUR_MOVER_SERVICE_ACCOUNT: t.string,
    KOPIUR_PROGRESS_INTERVAL_SECONDS: wholeSeconds,
    KOPIUR_HTTP_ADDR: address,
    KOPIUR_HOOKS_ADDR: address,
    KOPIUR_TLS_MODE: t.keyof({ off: null, self: null, files: null }),
    KOPIUR_TLS_SECRET: t.string,
    KOPIUR_TLS_SERVICE: t.string,
    KOPIUR_TLS_CERT: t.string,
    KOPIUR_TLS_KEY: t.string,
    KOPIUR_TLS_CA: t.string,
    KOPIUR_HOOK_TOKENS: t.string,
    KOPIUR_LOG_LEVEL: logLevel,
    KOPIUR_RECORD_DIR: t.string,
    HOSTNAME: t.string,
  }),
])
type Variables = t.TypeOf<typeof variables>

const DEFAULT = {
  namespace: 'kopiur-system',
  serviceAccount: 'kopiur-mover',
  progressIntervalSeconds: 30,
  address: { host: '::', port: 8081 },
  hooksAddress: { host: '::', port: 8443 },
  tlsSecret: 'kopiur-hooks-tls',
  tlsService: 'kopiur-hooks',
} as const

/** The environment as configuration; on the left one sentence for each variable that is wrong. */
export const config = (environment: {
  readonly [name: string]: string | undefined
}): E.Either<ReadonlyArray<string>, Config> => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  return pipe(variables.decode(set), E.bimap(complaints, toConfig), E.chain(tlsIsWhole(set)))
}

const complaints = (errors: t.Errors): ReadonlyArray<string> =>
  errors.map(({ context }) => {
    const { key, type } = context[context.length - 1] ?? { key: '', type: t.unknown }
    return `${key} must be ${type.name}`
  })

const tlsIsWhole =
  (set: { readonly [name: string]: unknown }) =>
  (whole: Config): E.Either<ReadonlyArray<string>, Config> => {
    const parts = [set['KOPIUR_TLS_MODE'] === 'files', 'KOPIUR_TLS_CERT' in set, 'KOPIUR_TLS_KEY' in set]
    return parts.every((one) => one === parts[0])
      ? E.right(whole)
      : E.left(['KOPIUR_TLS_CERT and KOPIUR_TLS_KEY name the files of KOPIUR_TLS_MODE=files: set all three or none'])
  }

const toConfig = (read: Variables): Config => ({
  settings: settings(read),
  address: read.KOPIUR_HTTP_ADDR ?? DEFAULT.address,
  ...tls(read),
  ...(read.KOPIUR_HOOK_TOKENS === undefined ? {} : { hookTokens: read.KOPIUR_HOOK_TOKENS }),
  logLevel: read.KOPIUR_LOG_LEVEL ?? 'info',
  ...(read.KOPIUR_RECORD_DIR === undefined ? {} : { recordDirectory: read.KOPIUR_RECORD_DIR }),
  instance: read.HOSTNAME ?? 'kopiur-hooks',
})

const tls = (read: Variables): { readonly tls?: TlsConfig } => {
  const listening = read.KOPIUR_HOOKS_ADDR ?? DEFAULT.hooksAddress
  switch (read.KOPIUR_TLS_MODE ?? 'off') {
    case 'off':
      return {}
    case 'files': {
      const authority = read.KOPIUR_TLS_CA === undefined ? {} : { authority: read.KOPIUR_TLS_CA }
      const files = { certificate: read.KOPIUR_TLS_CERT ?? '', key: read.KOPIUR_TLS_KEY ?? '', ...authority }
      return { tls: { address: listening, source: { _tag: 'Files', ...files } } }
    }
    case 'self': {
      const names = {
        secret: read.KOPIUR_TLS_SECRET ?? DEFAULT.tlsSecret,
        service: read.KOPIUR_TLS_SERVICE ?? DEFAULT.tlsService,
      }
      return { tls: { address: listening, source: { _tag: 'Self', ...names } } }
    }
  }
}

const settings = (read: Variables): Settings => ({
  operatorNamespace: read.KOPIUR_NAMESPACE ?? DEFAULT.namespace,
  ...(read.KOPIUR_WATCH_NAMESPACE === undefined ? {} : { onlyNamespace: read.KOPIUR_WATCH_NAMESPACE }),
  mover: {
    image: read.KOPIUR_MOVER_IMAGE,
    ...(read.KOPIUR_MOVER_PULL_POLICY === undefined ? {} : { imagePullPolicy: read.KOPIUR_MOVER_PULL_POLICY }),
    imagePullSecrets: read.KOPIUR_MOVER_PULL_SECRETS ?? [],
    serviceAccount: read.KOPIUR_MOVER_SERVICE_ACCOUNT ?? DEFAULT.serviceAccount,
    progressIntervalSeconds: read.KOPIUR_PROGRESS_INTERVAL_SECONDS ?? DEFAULT.progressIntervalSeconds,
  },
})
