import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

x509.cryptoProvider.set(webcrypto)

type CryptoKey = webcrypto.CryptoKey
type CryptoKeyPair = webcrypto.CryptoKeyPair

/** A certificate with its private key, both PEM. */
export interface KeyedCertificate {
  readonly certificate: string
  readonly key: string
}

const DAY_MS = 86_400_000
export const AUTHORITY_DAYS = 3_650
export const LEAF_DAYS = 365

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const SUBJECT = 'CN=kopiur-hooks-ca'

const newKeys = (): Promise<CryptoKeyPair> => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])

const keyPem = async (key: CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

const keyFromPem = (pem: string): Promise<CryptoKey> =>
  webcrypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), ALGORITHM, true, ['sign'])

/** A little before now: the clocks of the nodes that check it differ. */
const validity = (now: number, days: number) => ({
  notBefore: new Date(now - 3_600_000),
  notAfter: new Date(now + days * DAY_MS),
})

const serial = (): string => Buffer.from(webcrypto.getRandomValues(new Uint8Array(16))).toString('hex')

/** A self-signed authority for ten years. */
export const newAuthority = async (now: number): Promise<KeyedCertificate> => {
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: SUBJECT,
    keys,
    serialNumber: serial(),
    signingAlgorithm: ALGORITHM,
    ...validity(now, AUTHORITY_DAYS),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await keyPem(keys.privateKey) }
}

/** A serving certificate for a year, for these DNS names. */
export const issue = async (
  authority: KeyedCertificate,
  names: ReadonlyArray<string>,
  now: number,
): Promise<KeyedCertificate> => {
  const keys = await newKeys()
  const issuer = new x509.X509Certificate(authority.certificate)
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${names[0] ?? 'kopiur-hooks'}`,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await keyFromPem(authority.key),
    serialNumber: serial(),
    signingAlgorithm: ALGORITHM,
    ...validity(now, LEAF_DAYS),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value }))),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await keyPem(keys.privateKey) }
}

/** When a PEM certificate ends, in milliseconds; 0 if it is none. */
export const endOf = (certificate: string): number => {
  try {
    return new x509.X509Certificate(certificate).notAfter.getTime()
  } catch {
    return 0
  }
}

/** The DNS names a PEM certificate is good for. */
export const namesOf = (certificate: string): ReadonlyArray<string> => {
  try {
    const extension = new x509.X509Certificate(certificate).getExtension(x509.SubjectAlternativeNameExtension)
    return extension?.names.items.filter(({ type }) => type === 'dns').map(({ value }) => value) ?? []
  } catch {
    return []
  }
}
