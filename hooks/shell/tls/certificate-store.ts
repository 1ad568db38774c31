import * as E from 'fp-ts/Either'
import type { KubeClient, KubeError } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Label, MANAGED_BY } from '../../../api/names/labels'
import { endOf, issue, namesOf, newAuthority, type KeyedCertificate } from './authority'

/** What the Secret holds: a serving certificate, its key, and the authority that signed it. */
export interface ServingCertificate extends KeyedCertificate {
  readonly authority: KeyedCertificate
}

export interface StorePlace {
  readonly namespace: string
  readonly secret: string
  readonly service: string
}

const RENEW_BEFORE_MS = 90 * 86_400_000
const ATTEMPTS = 5

/** Metacontroller dials `service.namespace`, the API server `service.namespace.svc`. */
export const servedNames = ({ namespace, service }: StorePlace): ReadonlyArray<string> =>
  ['', '.svc', '.svc.cluster.local'].map((suffix) => `${service}.${namespace}${suffix}`)

const decode = (text: unknown): string => (typeof text === 'string' ? Buffer.from(text, 'base64').toString('utf8') : '')

const stored = (secret: KubeObject): ServingCertificate | undefined => {
  const data = secret['data']
  if (typeof data !== 'object' || data === null) return undefined
  const entries = new Map<string, unknown>(Object.entries(data))
  const read = (key: string): string => decode(entries.get(key))
  const found = {
    certificate: read('tls.crt'),
    key: read('tls.key'),
    authority: { certificate: read('ca.crt'), key: read('ca.key') },
  }
  return found.certificate !== '' && found.authority.key !== '' ? found : undefined
}

const coversAll = (certificate: string, place: StorePlace): boolean =>
  servedNames(place).every((name) => namesOf(certificate).includes(name))

const isFresh = (found: ServingCertificate, place: StorePlace, now: number): boolean =>
  Math.min(endOf(found.certificate), endOf(found.authority.certificate)) - now > RENEW_BEFORE_MS &&
  coversAll(found.certificate, place)

/** The authority is kept while it lasts, so that a renewed certificate needs nobody to be told. */
const renewed = async (
  found: ServingCertificate | undefined,
  place: StorePlace,
  now: number,
): Promise<ServingCertificate> => {
  const keeps = found !== undefined && endOf(found.authority.certificate) - now > RENEW_BEFORE_MS
  const authority = keeps ? found.authority : await newAuthority(now)
  return { ...(await issue(authority, servedNames(place), now)), authority }
}

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

const secretObject = (place: StorePlace, certificate: ServingCertificate, resourceVersion?: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: place.secret,
    namespace: place.namespace,
    labels: { [Label.managedBy]: MANAGED_BY },
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  },
  type: 'kubernetes.io/tls',
  data: {
    'tls.crt': encode(certificate.certificate),
    'tls.key': encode(certificate.key),
    'ca.crt': encode(certificate.authority.certificate),
    'ca.key': encode(certificate.authority.key),
  },
})

const read = async (kube: KubeClient, place: StorePlace): Promise<E.Either<KubeError, KubeObject | undefined>> => {
  const found = await kube.get({ apiVersion: 'v1', kind: 'Secret', namespace: place.namespace, name: place.secret })()
  return E.isLeft(found) && found.left.reason === 'NotFound' ? E.right(undefined) : found
}

const LOST_RACE: ReadonlyArray<KubeError['reason']> = ['AlreadyExists', 'Conflict']

/**
 * The certificate to serve with: the stored one, or a new one that is stored first. Several replicas may do this at
 * once: the first to write wins, the others take what it wrote.
 */
export const ensureCertificate = async (
  kube: KubeClient,
  place: StorePlace,
  now: number,
): Promise<E.Either<KubeError, ServingCertificate>> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const secret = await read(kube, place)
    if (E.isLeft(secret)) return secret
    const found = secret.right === undefined ? undefined : stored(secret.right)
    if (found !== undefined && isFresh(found, place, now)) return E.right(found)
    const fresh = await renewed(found, place, now)
    const object = secretObject(place, fresh, secret.right?.metadata.resourceVersion)
    const written = await (secret.right === undefined ? kube.create(object) : kube.update(object))()
    if (E.isRight(written)) return E.right(fresh)
    if (!LOST_RACE.includes(written.left.reason)) return written
  }
  return E.left({
    reason: 'Conflict',
    code: 409,
    message: `Secret ${place.namespace}/${place.secret} changes all the time`,
  })
}
