import { X509Certificate } from 'node:crypto'
import * as E from 'fp-ts/Either'
import { createServer } from 'node:https'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { KubeClient, KubeError } from '../../../../api/kubernetes/client'
import type { KubeObject } from '../../../../api/kubernetes/object'
import { controllerPatch } from '../../../../hooks/shell/tls/announce'
import { issue, LEAF_DAYS, newAuthority } from '../../../../hooks/shell/tls/authority'
import { ensureCertificate, servedNames, type ServingCertificate } from '../../../../hooks/shell/tls/certificate-store'

const NOW = Date.parse('2027-01-01T00:00:00Z')
const DAY = 86_400_000
const place = { namespace: 'kopiur-system', secret: 'kopiur-hooks-tls', service: 'kopiur-hooks' }

const absent: KubeError = { reason: 'NotFound', code: 404, message: 'not there' }
const taken: KubeError = { reason: 'AlreadyExists', code: 409, message: 'taken' }
const unused = () => {
  throw new Error('not part of this test')
}

/** One Secret that can be read, made and replaced; `rival` is what another replica writes just before our first create. */
const secretStore = (rival?: KubeObject): KubeClient & { readonly writes: () => number } => {
  let secret: KubeObject | undefined
  let writes = 0
  const put = (object: KubeObject) => {
    writes += 1
    secret = { ...object, metadata: { ...object.metadata, resourceVersion: String(writes) } }
    return async () => E.right(secret as KubeObject)
  }
  return {
    get: () => async () => (secret === undefined ? E.left(absent) : E.right(secret)),
    create: (object) => {
      if (rival !== undefined && secret === undefined) {
        put(rival)
        return async () => E.left(taken)
      }
      return put(object)
    },
    update: put,
    list: unused,
    updateStatus: unused,
    patch: unused,
    remove: unused,
    watch: unused,
    writes: () => writes,
  }
}

const right = (result: E.Either<KubeError, ServingCertificate>): ServingCertificate => {
  if (E.isLeft(result)) throw new Error(result.left.message)
  return result.right
}

describe('the serving certificate', () => {
  it('is signed by the authority for every name the service is called by', async () => {
    const { certificate, authority } = right(await ensureCertificate(secretStore(), place, NOW))
    const leaf = new X509Certificate(certificate)
    expect(leaf.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true)
    expect(servedNames(place).map((name) => leaf.checkHost(name))).toEqual(servedNames(place))
    expect(leaf.checkHost('kopiur-hooks.other')).toBeUndefined()
  })

  it('is written once and read from then on', async () => {
    const store = secretStore()
    const first = right(await ensureCertificate(store, place, NOW))
    const second = right(await ensureCertificate(store, place, NOW + DAY))
    expect(second).toEqual(first)
    expect(store.writes()).toBe(1)
  })

  it('is renewed under the same authority before it ends', async () => {
    const store = secretStore()
    const first = right(await ensureCertificate(store, place, NOW))
    const later = right(await ensureCertificate(store, place, NOW + (LEAF_DAYS - 89) * DAY))
    expect(later.certificate).not.toBe(first.certificate)
    expect(later.authority).toEqual(first.authority)
  })

  it('gets a new authority when the old one runs out', async () => {
    const store = secretStore()
    const first = right(await ensureCertificate(store, place, NOW))
    const later = right(await ensureCertificate(store, place, NOW + 3_600 * DAY))
    expect(later.authority.certificate).not.toBe(first.authority.certificate)
  })

  it('of the replica that wrote first is taken by the others', async () => {
    const winner = secretStore()
    const won = right(await ensureCertificate(winner, place, NOW))
    const written = await winner.get({ apiVersion: 'v1', kind: 'Secret', name: place.secret })()
    const loser = secretStore(E.isRight(written) ? written.right : undefined)
    expect(right(await ensureCertificate(loser, place, NOW))).toEqual(won)
  })

  it('serves a client that trusts the authority', async () => {
    const authority = await newAuthority(Date.now())
    const { certificate, key } = await issue(authority, ['localhost'], Date.now())
    const server = createServer({ cert: certificate, key }, (_request, response) => response.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const answer = await new Promise<string>((resolve, reject) => {
        request({ host: '127.0.0.1', servername: 'localhost', port, ca: authority.certificate }, (response) =>
          response.on('data', (chunk: Buffer) => resolve(chunk.toString())),
        )
          .on('error', reject)
          .end()
      })
      expect(answer).toBe('hello')
    } finally {
      server.close()
    }
  })
})

describe('telling Metacontroller of the authority', () => {
  const controller = (inline?: string): KubeObject => ({
    apiVersion: 'metacontroller.k8s.io/v1alpha1',
    kind: 'CompositeController',
    metadata: { name: 'kopiur-snapshot' },
    spec: { hooks: { sync: { webhook: { ...(inline === undefined ? {} : { caBundle: { inline } }), path: '/x' } } } },
  })

  it('changes a controller that does not know it', () => {
    const expected = { spec: { hooks: { sync: { webhook: { caBundle: { inline: 'PEM' } } } } } }
    expect(controllerPatch(controller(), 'PEM')).toEqual(expected)
    expect(controllerPatch(controller('OLD'), 'PEM')).toEqual(expected)
  })

  it('leaves one alone that does: any change of its spec restarts it', () => {
    expect(controllerPatch(controller('PEM'), 'PEM')).toBeUndefined()
  })
})
