import type { ConfigMapText, SpecText } from './fixtures'
import { aRepository, configMapRead, settings } from './fixtures'
import {
  caBundleNeeds,
  caBundleOf,
  describeRepository,
  homeNamespace,
  keptSecrets,
  repositoryAccess,
  resolveRepositoryRef,
} from '../../../../hooks/core/repository'

const namespaced = resolveRepositoryRef({ name: 'main' }, 'db')
const cluster = resolveRepositoryRef({ name: 'main', kind: 'ClusterRepository' }, 'db')
const client = { username: 'data', hostname: 'db' }
const access = (spec: SpecText, status?: { uniqueId: string }, readOnly = false) =>
  repositoryAccess(aRepository(spec, status), { client, readOnly, layers: [] })

describe('a reference', () => {
  it('takes the namespace of the object that holds it, unless it names one', () => {
    expect(namespaced).toEqual({ kind: 'Repository', namespace: 'db', name: 'main' })
    expect(resolveRepositoryRef({ name: 'main', namespace: 'backup' }, 'db')).toMatchObject({ namespace: 'backup' })
    expect(cluster).toEqual({ kind: 'ClusterRepository', name: 'main' })
  })
  it('reads as people write it', () => {
    expect([describeRepository(namespaced), describeRepository(cluster)]).toEqual([
      'Repository db/main',
      'ClusterRepository main',
    ])
  })
})

describe('the home namespace', () => {
  const spec = (passwordNamespace?: string): SpecText => ({
    backend: { filesystem: { path: '/r' } },
    encryption: {
      passwordSecretRef: { name: 'pw', ...(passwordNamespace === undefined ? {} : { namespace: passwordNamespace }) },
    },
  })
  it('is its own, that of the password, or the operator’s', () => {
    expect(homeNamespace(namespaced, aRepository(spec('vault')), settings)).toBe('db')
    expect(homeNamespace(cluster, aRepository(spec('vault')), settings)).toBe('vault')
    expect(homeNamespace(cluster, aRepository(spec()), settings)).toBe('kopiur-system')
  })
})

describe('access', () => {
  const encryption = { passwordSecretRef: { name: 'pw' } }

  it('of a filesystem on a claim mounts it at its path', () => {
    const backend = { filesystem: { path: '/repository', volume: { pvc: { name: 'nas' } } } }
    expect(access({ backend, encryption })).toEqual({
      repository: { storage: { filesystem: { path: '/repository' } }, client, readOnly: false },
      volumes: [{ name: 'repo', mountPath: '/repository', access: 'ReadWrite', from: { claim: 'nas' } }],
      credentials: { password: { secret: 'pw', key: 'KOPIA_PASSWORD' } },
      placement: {},
    })
    expect(access({ backend, encryption }, undefined, true).volumes[0]).toMatchObject({ access: 'ReadOnly' })
    expect(access({ backend, encryption, mode: 'ReadOnly' })).toMatchObject({
      repository: { readOnly: true },
      volumes: [{ access: 'ReadOnly' }],
    })
  })

  it('of s3 carries what kopia needs and names both Secrets', () => {
    const backend = {
      s3: {
        bucket: 'b',
        endpoint: 'minio:9000',
        prefix: 'p/',
        tls: { disableTls: true },
        auth: { secretRef: { name: 'keys', namespace: 'vault' } },
      },
    }
    const spec = { backend, encryption: { passwordSecretRef: { name: 'pw', key: 'pass' } } }
    expect(access(spec, { uniqueId: 'abc' })).toMatchObject({
      repository: {
        storage: { s3: { bucket: 'b', endpoint: 'minio:9000', prefix: 'p/', disableTls: true } },
        expectedUniqueId: 'abc',
      },
      volumes: [],
      credentials: { password: { secret: 'pw', key: 'pass' }, backend: 'keys' },
    })
    expect(keptSecrets(namespaced, aRepository(spec).spec, settings)).toEqual([
      { name: 'pw', namespace: 'db' },
      { name: 'keys', namespace: 'vault' },
    ])
    expect(keptSecrets(cluster, aRepository(spec).spec, settings)[0]).toEqual({
      name: 'pw',
      namespace: 'kopiur-system',
    })
  })

  it('by a workload identity takes its ServiceAccount and, on Azure, its label', () => {
    const auth = { workloadIdentity: { serviceAccountName: 'backup' } }
    expect(access({ backend: { s3: { bucket: 'b', auth } }, encryption })).toMatchObject({
      serviceAccount: 'backup',
      repository: { storage: { s3: { ambientCredentials: true } } },
      placement: {},
    })
    const azure = { container: 'c', storageAccount: 'a', auth }
    expect(
      access({ backend: { azure }, encryption, moverDefaults: { podLabels: { team: 'x' } } }).placement.podLabels,
    ).toEqual({ team: 'x', 'azure.workload.identity/use': 'true' })
  })

  it.each<[string, SpecText['backend'], unknown]>([
    ['gcs', { gcs: { bucket: 'b', prefix: 'p' } }, { gcs: { bucket: 'b', prefix: 'p' } }],
    ['b2', { b2: { bucket: 'b' } }, { b2: { bucket: 'b' } }],
    ['sftp', { sftp: { host: 'h', path: '/p', port: 2222 } }, { sftp: { host: 'h', path: '/p', port: 2222 } }],
    ['webDav', { webDav: { url: 'https://x' } }, { webDav: { url: 'https://x' } }],
    ['rclone', { rclone: { remotePath: 'r:p', configSecretRef: { name: 's' } } }, { rclone: { remotePath: 'r:p' } }],
    ['gdrive', { gdrive: { folderId: 'f', credentialsSecretRef: { name: 's' } } }, { gdrive: { folderId: 'f' } }],
  ])('of %s names its storage and nothing of its Secrets', (_, backend, storage) => {
    expect(access({ backend, encryption }).repository.storage).toEqual(storage)
  })

  it('passes throttle and cache budgets on', () => {
    const moverDefaults = { throttle: { uploadBytesPerSecond: 5 }, cache: { contentCacheSizeMb: 10 } }
    const built = repositoryAccess(aRepository({ backend: { gcs: { bucket: 'b' } }, encryption, moverDefaults }), {
      client,
      readOnly: false,
      layers: [moverDefaults, { cache: { contentCacheSizeMb: 20, metadataCacheSizeMb: 30 } }],
    })
    expect(built.repository).toMatchObject({
      throttle: { uploadBytesPerSecond: 5 },
      contentCacheSizeMb: 20,
      metadataCacheSizeMb: 30,
    })
  })
})

describe('the CA bundle', () => {
  const spec = aRepository({
    backend: { s3: { bucket: 'b', tls: { caBundleRef: { configMapName: 'ca' } } } },
    encryption: { passwordSecretRef: { name: 'pw' } },
  }).spec
  const pem = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----'
  const of = (data: ConfigMapText) => caBundleOf(cluster, spec, settings, configMapRead('kopiur-system', 'ca', data))

  it('lies beside the repository, or beside the operator', () => {
    expect(caBundleNeeds(namespaced, spec, settings)).toMatchObject([{ ref: { namespace: 'db', name: 'ca' } }])
    expect(caBundleNeeds(cluster, spec, settings)).toMatchObject([{ ref: { namespace: 'kopiur-system' } }])
  })
  it.each<[string, ConfigMapText, string]>([
    ['a certificate', { 'ca.crt': pem }, 'Pem'],
    ['another key', { other: pem }, 'Unusable'],
    ['no certificate', { 'ca.crt': 'hello' }, 'Unusable'],
    ['too much', { 'ca.crt': pem + 'x'.repeat(70_000) }, 'Unusable'],
    ['nothing', undefined, 'Unusable'],
  ])('with %s', (_, data, tag) => {
    expect(of(data)._tag).toBe(tag)
  })
  it('says where it looked and what to do', () => {
    expect(of(undefined)).toMatchObject({ message: expect.stringMatching(/kopiur-system\/ca .*create it/) })
  })
})
