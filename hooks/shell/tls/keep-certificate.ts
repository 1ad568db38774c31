import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { TlsConfig } from '../../config'
import type { Logger } from '../log'
import type { CertificatePair } from '../server'
import { announceAuthority } from './announce'
import { ensureCertificate, type StorePlace } from './certificate-store'

const FILES_EVERY_MS = 300_000
const SELF_EVERY_MS = 12 * 3_600_000
const RETRY_MS = 30_000

export interface CertificateParts {
  readonly kube: KubeClient
  readonly logger: Logger
  readonly now: () => number
  /** Namespace of the service and its Secret. */
  readonly namespace: string
}

/** A certificate to serve with, and when to look again. */
interface Look {
  readonly pair: CertificatePair
  readonly againMs: number
}

type Source = () => Promise<E.Either<string, Look>>

/** Tells who must trust the authority; a failure is tried again soon. */
const announced = async ({ kube, logger }: CertificateParts, authority: string, whenTold: number): Promise<number> => {
  const errors = await announceAuthority(kube, authority)
  errors.forEach(({ message }) => logger.warn({ message }, 'cannot tell of the certificate’s authority yet'))
  return errors.length > 0 ? RETRY_MS : whenTold
}

type Files = Extract<TlsConfig['source'], { readonly _tag: 'Files' }>

const fromFiles =
  (parts: CertificateParts, files: Files): Source =>
  async () => {
    try {
      const text = (path: string): string => readFileSync(path, 'utf8')
      const pair = { certificate: text(files.certificate), key: text(files.key) }
      const again =
        files.authority === undefined ? FILES_EVERY_MS : await announced(parts, text(files.authority), FILES_EVERY_MS)
      return E.right({ pair, againMs: again })
    } catch (error) {
      return E.left(error instanceof Error ? error.message : String(error))
    }
  }

const made =
  (parts: CertificateParts, place: StorePlace): Source =>
  async () => {
    const ensured = await ensureCertificate(parts.kube, place, parts.now())
    if (E.isLeft(ensured)) return E.left(ensured.left.message)
    const againMs = await announced(parts, ensured.right.authority.certificate, SELF_EVERY_MS)
    return E.right({ pair: ensured.right, againMs })
  }

const sourceOf = (parts: CertificateParts, { source }: TlsConfig): Source => {
  switch (source._tag) {
    case 'Files':
      return fromFiles(parts, source)
    case 'Self':
      return made(parts, { namespace: parts.namespace, secret: source.secret, service: source.service })
  }
}

const delay = (ms: number, onTimer: (timer: NodeJS.Timeout) => void): Promise<void> =>
  new Promise((resolve) => onTimer(setTimeout(resolve, ms)))

/** Gives the first certificate as soon as there is one, then every renewed one, until stopped. */
export const keepCertificate = async (
  parts: CertificateParts,
  config: TlsConfig,
  onPair: (pair: CertificatePair) => void,
): Promise<{ readonly first: CertificatePair; readonly stop: () => void }> => {
  const source = sourceOf(parts, config)
  let timer: NodeJS.Timeout | undefined
  const keep = (next: NodeJS.Timeout): void => {
    timer = next
  }
  const look = async (): Promise<Look> => {
    const looked = await source()
    if (E.isRight(looked)) return looked.right
    parts.logger.error({ message: looked.left }, 'no certificate yet; trying again')
    await delay(RETRY_MS, keep)
    return look()
  }
  const follow = async (after: number): Promise<void> => {
    await delay(after, keep)
    const { pair, againMs } = await look()
    onPair(pair)
    return follow(againMs)
  }
  const { pair: first, againMs } = await look()
  void follow(againMs)
  return { first, stop: () => clearTimeout(timer) }
}
