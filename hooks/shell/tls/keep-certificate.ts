import { setTimeout as sleep } from 'node:timers/promises'
import * as E from 'fp-ts/Either'
import type { KubeClient } from '../../../api/kubernetes/client'
import type { TlsConfig } from '../../config'
import type { Logger } from '../log'
import type { CertificatePair } from '../server'
import { createAlarm } from './alarm'
import { announceAuthority, trusts } from './announce'
import { readCertificate, watchCertificate, type CertificateFiles } from './certificate-files'
import { ensureCertificate, type StorePlace } from './certificate-store'
import { watchTrust } from './watch-trust'

const FILES_EVERY_MS = 300_000
const SELF_EVERY_MS = 12 * 3_600_000
const RETRY_MS = 30_000
/** Somebody who takes the authority off again and again is not fought faster than this. */
const LOOK_AT_MOST_EVERY_MS = 1_000

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
  /** Whom others must trust; absent when that is not ours to tell. */
  readonly authority?: string
}

/** Where certificates come from. */
interface Source {
  readonly look: () => Promise<E.Either<string, Look>>
  /** Calls back when a look would find another one, where that can be seen. Returns the stop. */
  readonly watch: (onChange: () => void) => () => void
}

/** Tells who must trust the authority; a failure is tried again soon. */
const announced = async ({ kube, logger }: CertificateParts, authority: string, whenTold: number): Promise<number> => {
  const errors = await announceAuthority(kube, authority)
  errors.forEach(({ message }) => logger.warn({ message }, 'cannot tell of the certificate’s authority yet'))
  return errors.length > 0 ? RETRY_MS : whenTold
}

const fromFiles = (parts: CertificateParts, files: CertificateFiles): Source => ({
  look: async () => {
    const found = readCertificate(files)
    if (E.isLeft(found)) return found
    const { pair, authority } = found.right
    return authority === undefined
      ? E.right({ pair, againMs: FILES_EVERY_MS })
      : E.right({ pair, authority, againMs: await announced(parts, authority, FILES_EVERY_MS) })
  },
  watch: (onChange) => watchCertificate(files, onChange),
})

const made = (parts: CertificateParts, place: StorePlace): Source => ({
  look: async () => {
    const ensured = await ensureCertificate(parts.kube, place, parts.now())
    if (E.isLeft(ensured)) return E.left(ensured.left.message)
    const authority = ensured.right.authority.certificate
    return E.right({ pair: ensured.right, authority, againMs: await announced(parts, authority, SELF_EVERY_MS) })
  },
  watch: () => () => undefined,
})

const sourceOf = (parts: CertificateParts, { source }: TlsConfig): Source => {
  switch (source._tag) {
    case 'Files':
      return fromFiles(parts, source)
    case 'Self':
      return made(parts, { namespace: parts.namespace, secret: source.secret, service: source.service })
  }
}

/** The first certificate, and every later one. */
export interface KeptCertificate {
  readonly first: CertificatePair
  /** From now on `onPair` is given each new certificate. Returns the end of it. */
  readonly follow: (onPair: (pair: CertificatePair) => void) => () => void
}

const untilFound = async (source: Source, logger: Logger): Promise<Look> => {
  for (;;) {
    const looked = await source.look()
    if (E.isRight(looked)) return looked.right
    logger.error({ message: looked.left }, 'no certificate yet; trying again')
    await sleep(RETRY_MS)
  }
}

/**
 * Looks again when it is time, and when somebody turns out not to trust the authority: a new controller object, or one
 * that another replica has told of a newer authority.
 */
export const keepCertificate = async (parts: CertificateParts, config: TlsConfig): Promise<KeptCertificate> => {
  const source = sourceOf(parts, config)
  const first = await untilFound(source, parts.logger)
  const follow = (onPair: (pair: CertificatePair) => void): (() => void) => {
    const alarm = createAlarm(LOOK_AT_MOST_EVERY_MS)
    let current = first
    const stopWatching = watchTrust({
      kube: parts.kube,
      isTrusted: (object) => current.authority === undefined || trusts(object, current.authority),
      onDoubt: alarm.ring,
    })
    const stopSource = source.watch(alarm.ring)
    const run = async (): Promise<void> => {
      while (await alarm.next(current.againMs)) {
        current = await untilFound(source, parts.logger)
        onPair(current.pair)
      }
    }
    void run()
    return () => {
      stopWatching()
      stopSource()
      alarm.stop()
    }
  }
  return { first: first.pair, follow }
}
