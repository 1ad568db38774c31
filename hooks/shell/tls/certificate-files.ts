import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import * as E from 'fp-ts/Either'
import type { TlsConfig } from '../../config'
import type { CertificatePair } from '../server'

export type CertificateFiles = Extract<TlsConfig['source'], { readonly _tag: 'Files' }>

export interface FoundCertificate {
  readonly pair: CertificatePair
  /** PEM text; absent when no file of it was named. */
  readonly authority?: string
}

const LOOK_EVERY_MS = 5_000

/**
 * Reads a certificate that somebody else keeps. Left says what is wrong with it: a file is missing, is none of its kind,
 * or key and authority are not those of the certificate, as while they are being replaced.
 */
export const readCertificate = (files: CertificateFiles): E.Either<string, FoundCertificate> => {
  try {
    const text = (path: string): string => readFileSync(path, 'utf8')
    const pair = { certificate: text(files.certificate), key: text(files.key) }
    if (!new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.key)))
      return E.left(`${files.key} is not the key of ${files.certificate}`)
    if (files.authority === undefined) return E.right({ pair })
    const authority = text(files.authority)
    return endsIn(pair.certificate, authority)
      ? E.right({ pair, authority })
      : E.left(`${files.certificate} is not signed by ${files.authority}`)
  } catch (error) {
    return E.left(error instanceof Error ? error.message : String(error))
  }
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

const certificatesOf = (text: string): ReadonlyArray<X509Certificate> =>
  (text.match(BLOCK) ?? []).map((block) => new X509Certificate(block))

/** The chain that is served ends at one of the authorities; a certificate may be its own. */
const endsIn = (chain: string, authorities: string): boolean => {
  const last = certificatesOf(chain).at(-1)
  return certificatesOf(authorities).some(
    (one) => last !== undefined && (last.raw.equals(one.raw) || last.verify(one.publicKey)),
  )
}

/** Calls back when one of the files is another than it was. Returns the stop. */
export const watchCertificate = (files: CertificateFiles, onChange: () => void): (() => void) => {
  const paths = [files.certificate, files.key, ...(files.authority === undefined ? [] : [files.authority])]
  paths.forEach((path) => watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, onChange))
  return () => paths.forEach((path) => unwatchFile(path, onChange))
}
