import { errorsOf, itRefuses, object, warningsOf, type Fields } from './object'

const backend = { s3: { bucket: 'backups' } }
const least = { backend, encryption: { passwordSecretRef: { name: 'secret' } } }
const ofBackend = (value: Fields) => ({ backend: value })
const both = { secretRef: { name: 'a' }, workloadIdentity: { serviceAccountName: 'sa' } }
const nfs = { filesystem: { path: '/repo', volume: { nfs: { server: 'nas', path: '/x' } } } }
const claim = (name: string, path = '/repo') => ({ filesystem: { path, volume: { pvc: { name } } } })

describe('a Repository', () => {
  itRefuses('Repository', least, [
    ['needs one backend', ofBackend({}), ['spec.backend: must set exactly one of azure, b2']],
    [
      'needs no more than one backend',
      ofBackend({ ...backend, b2: { bucket: 'x' } }),
      [
        'spec.backend: must set exactly one of azure, b2, filesystem, gcs, gdrive, rclone, s3, sftp, webDav; b2 and s3 are set',
      ],
    ],
    [
      'needs the name of its Secret',
      { encryption: { passwordSecretRef: { name: '' } } },
      ['passwordSecretRef.name: must not'],
    ],
    [
      'authenticates one way',
      ofBackend({ s3: { bucket: 'x', auth: both } }),
      ['spec.backend.s3.auth: secretRef and workloadIdentity are mutually exclusive'],
    ],
    [
      'names ServiceAccounts as they are named',
      ofBackend({ gcs: { bucket: 'x', auth: { workloadIdentity: { serviceAccountName: 'No_One' } } } }),
      ['serviceAccountName: must be the name of a ServiceAccount'],
    ],
    [
      'needs the storage account with a workload identity of Azure',
      ofBackend({ azure: { container: 'x', auth: { workloadIdentity: { serviceAccountName: 'sa' } } } }),
      ['spec.backend.azure.storageAccount: is required'],
    ],
    [
      'reads certificates from a ConfigMap, and only with TLS',
      ofBackend({ s3: { bucket: 'x', tls: { caBundleRef: { key: 'a' }, disableTls: true } } }),
      ['spec.backend.s3.tls.caBundleRef.configMapName: must name', 'spec.backend.s3.tls: caBundleRef has no use'],
    ],
    [
      'starts rclone in time',
      ofBackend({ rclone: { remotePath: 'a:b', startupTimeout: '1m30s' } }),
      ['rclone.startupTimeout: "1m30s" is no duration'],
    ],
    [
      'needs a Drive folder',
      ofBackend({ gdrive: { folderId: ' ' } }),
      ['spec.backend.gdrive.folderId: must not be empty'],
    ],
    [
      'has ports in their range',
      ofBackend({ sftp: { host: 'a', path: '/b', port: 70000 } }),
      ['spec.backend.sftp.port: must be at most 65535'],
    ],
    [
      'looks at its catalog not more often than it can',
      { catalog: { refreshInterval: '10s', retain: { perIdentity: -1, maxAgeDays: 0 } } },
      ['refreshInterval: must be at least 30s', 'perIdentity: must be at least 0', 'maxAgeDays: must be at least 1'],
    ],
    [
      'has no fallback namespace',
      { catalog: { fallbackNamespace: 'x', foreignSnapshots: 'Fallback' }, identityDefaults: { cluster: 'home' } },
      [
        'spec.catalog.fallbackNamespace: is for a ClusterRepository only',
        'spec.catalog.foreignSnapshots: Fallback is for a ClusterRepository',
      ],
    ],
    [
      'needs its cluster to know foreign snapshots',
      { catalog: { foreignSnapshots: 'Ignore' } },
      ['spec.catalog.foreignSnapshots: needs identityDefaults.cluster'],
    ],
    [
      'has a cluster name without dots',
      { identityDefaults: { cluster: 'a.b' } },
      ['spec.identityDefaults.cluster: "a.b" must be'],
    ],
    [
      'has a cluster name of at most 32',
      { identityDefaults: { cluster: 'a'.repeat(33) } },
      ['spec.identityDefaults.cluster'],
    ],
    [
      'has identities by CEL',
      { identityDefaults: { hostnameExpr: 'namespace + "." + cluster', usernameExpr: 'labels["app"] + policyName' } },
      [],
    ],
    [
      'has identities that are texts of known variables',
      { identityDefaults: { hostnameExpr: 'name', usernameExpr: 'size(labels)' } },
      [
        'hostnameExpr: is no usable CEL expression: Unknown variable: name',
        'usernameExpr: is no usable CEL expression: must return a string, not int',
      ],
    ],
    [
      'has short expressions',
      { identityDefaults: { hostnameExpr: `"${'x'.repeat(1030)}"` } },
      ['hostnameExpr: is no usable CEL expression: is longer than 1024 bytes'],
    ],
    [
      'probes not more often than it can',
      { health: { indexBlobWarnThreshold: -1, probe: { interval: '5s', failureThreshold: 0 } } },
      [
        'indexBlobWarnThreshold: must be at least 0',
        'probe.interval: must be at least 30s',
        'failureThreshold: must be at least 1',
      ],
    ],
    [
      'has positive epochs',
      { parameters: { epoch: { advanceOnCount: 0, minDuration: '1d' } } },
      ['epoch.minDuration: "1d" is no duration', 'epoch.advanceOnCount: must be at least 1'],
    ],
    [
      'locks blobs for a day at least, in hours',
      { parameters: { blobRetention: { governance: { period: '30d' } } } },
      ['blobRetention.governance.period: "30d" is no duration: write one whole number of h, m or s, as 720h'],
    ],
    [
      'locks blobs for a day at least',
      { parameters: { blobRetention: { compliance: { period: '23h' } } } },
      ['compliance.period: must be at least 86400s, not 23h'],
    ],
    [
      'locks blobs where there are locks',
      { ...ofBackend(nfs), parameters: { blobRetention: { disabled: false } } },
      ['spec.parameters.blobRetention: needs a backend with object locks', 'blobRetention.disabled: must be true'],
    ],
    [
      'sets no parameters of what it only reads',
      { mode: 'ReadOnly', parameters: {} },
      ['spec.parameters: cannot be set while spec.mode is ReadOnly'],
    ],
    [
      'is maintained in its own namespace',
      { maintenance: { namespace: 'x' } },
      ['spec.maintenance.namespace: is for a ClusterRepository only'],
    ],
    [
      'is maintained on schedules that can be read',
      {
        maintenance: {
          schedule: { timezone: '+02:00', quick: { cron: 'H/6 * * * *' }, full: { cron: '0 3 * * *', jitter: '1.5h' } },
        },
      },
      [
        'schedule.timezone: "+02:00" is no IANA',
        'quick.cron: "H/6 * * * *" is no cron expression (H stands alone',
        'full.jitter: "1.5h" is no duration',
      ],
    ],
    [
      'spreads by at most a day',
      { scheduleDefaults: { jitter: '48h', timezone: 'Europe/Berlin' } },
      ['spec.scheduleDefaults.jitter: must be at most 24h'],
    ],
    [
      'is served openly only when that is acknowledged',
      { server: { auth: { insecure: {} } } },
      ['acknowledgeInsecure: must be true'],
    ],
    [
      'is served on a port',
      { server: { service: { port: 0 } } },
      ['spec.server.service.port: must be between 1 and 65535'],
    ],
    [
      'is served read-only when it is',
      { mode: 'ReadOnly', server: { readOnly: false } },
      ['spec.server.readOnly: cannot be false'],
    ],
    [
      'leaves its own keys to movers',
      {
        moverDefaults: {
          podLabels: { 'kopiur.home-operations.com/x': 'y', team: 'a' },
          podAnnotations: { 'app.kubernetes.io/managed-by': 'me' },
        },
      },
      [
        'podLabels["kopiur.home-operations.com/x"]: is reserved',
        'podAnnotations["app.kubernetes.io/managed-by"]: is reserved',
      ],
    ],
    [
      'throttles to something',
      { moverDefaults: { throttle: { uploadBytesPerSecond: 0 } } },
      ['throttle.uploadBytesPerSecond: must be at least 1'],
    ],
    [
      'deletes with one Job at least',
      { concurrency: { maxConcurrentDeleteJobs: 0 } },
      ['maxConcurrentDeleteJobs: must be at least 1'],
    ],
    [
      'has limits of Jobs',
      { bootstrap: { failurePolicy: { activeDeadlineSeconds: 0, backoffLimit: -1 } } },
      ['backoffLimit: must be at least 0', 'activeDeadlineSeconds: must be at least 1'],
    ],
  ])

  it('warns of an endpoint with a scheme and of certificates that nobody checks', () => {
    const s3 = {
      bucket: 'x',
      endpoint: 'https://s3',
      tls: { caBundleRef: { configMapName: 'ca' }, insecureSkipVerify: true },
    }
    expect(warningsOf(object('Repository', { ...least, backend: { s3 } }))).toEqual([
      expect.stringContaining('insecureSkipVerify makes caBundleRef useless'),
      expect.stringContaining('host[:port] without a scheme'),
    ])
  })

  it('warns that NFS knows no fsGroup', () => {
    const spec = { ...least, backend: nfs, moverDefaults: { podSecurityContext: { fsGroup: 100 } } }
    expect(warningsOf(object('Repository', spec))).toEqual([expect.stringContaining('never applied to NFS')])
  })
})

describe('the seed of a Repository', () => {
  const seeded = (seed: Fields, more: Fields = {}) => errorsOf(object('Repository', { ...least, ...more, seed }))

  it.each<[string, Fields, Fields, ReadonlyArray<string>]>([
    ['takes blobs of another backend', { from: { backend: { s3: { bucket: 'other' } } } }, {}, []],
    [
      'takes snapshots of another repository',
      { from: { repository: { name: 'other' } }, migrate: { parallel: 2 } },
      {},
      [],
    ],
    [
      'is for repositories that are written',
      { from: { repository: { name: 'o' } } },
      { mode: 'ReadOnly' },
      ['spec.seed: cannot be set'],
    ],
    [
      'is not itself',
      { from: { repository: { name: 'it' } } },
      {},
      ['spec.seed.from.repository: names this repository itself'],
    ],
    [
      'has another storage',
      { from: { backend } },
      {},
      ['spec.seed.from.backend: is the storage of this repository itself'],
    ],
    [
      'syncs blobs, migrates snapshots',
      {
        from: { backend: { s3: { bucket: 'other' } } },
        migrate: {},
        credentialProjection: { enabled: true },
        sync: { parallel: 0 },
      },
      {},
      [
        'spec.seed.migrate: is for from.repository',
        'spec.seed.credentialProjection.enabled: is for',
        'spec.seed.sync.parallel: must be at least 1',
      ],
    ],
    [
      'migrates snapshots, syncs blobs',
      { from: { repository: { name: 'o' } }, sync: {}, migrate: { parallel: 0 } },
      {},
      ['spec.seed.sync: is for from.backend', 'migrate.parallel: must be at least 1'],
    ],
    [
      'brings its own format',
      { from: { backend: { s3: { bucket: 'other' } } } },
      { create: { hash: 'x' } },
      ['spec.create.hash: cannot be set with'],
    ],
    [
      'is mounted somewhere else',
      { from: { backend: claim('a') } },
      { backend: claim('b') },
      ['spec.seed.from.backend: both repositories are mounted at /repo'],
    ],
    [
      'has volumes on both sides',
      { from: { backend: { filesystem: { path: '/a' } } } },
      { backend: { filesystem: { path: '/b' } } },
      ['spec.backend.filesystem.volume: is required', 'spec.seed.from.backend.filesystem.volume: is required'],
    ],
    [
      'shares one ServiceAccount',
      { from: { backend: { gcs: { bucket: 'a', auth: { workloadIdentity: { serviceAccountName: 'x' } } } } } },
      { backend: { gcs: { bucket: 'b', auth: { workloadIdentity: { serviceAccountName: 'y' } } } } },
      ['spec.seed.from.backend: both sides use workload identity'],
    ],
    [
      'does not mix keys and identity of one cloud',
      { from: { backend: { s3: { bucket: 'a', auth: { workloadIdentity: { serviceAccountName: 'x' } } } } } },
      {},
      ['spec.seed.from.backend: one s3 side uses workload identity and the other static keys'],
    ],
    [
      'has its Secret at hand',
      { from: { backend: { b2: { bucket: 'a', auth: { secretRef: { name: 'x', namespace: 'other' } } } } } },
      {},
      ['secretRef.namespace: must be left out or apps'],
    ],
  ])('%s', (_, seed, more, wanted) => {
    expect(seeded(seed, more)).toEqual(wanted.map((text) => expect.stringContaining(text)))
  })
})

describe('a change of a Repository', () => {
  const change = (before: Fields, after: Fields) =>
    errorsOf(object('Repository', { ...least, ...after }), object('Repository', { ...least, ...before }))

  it.each([
    ['changed', { create: { splitter: 'A' } }, { create: { splitter: 'B' } }],
    ['added', { create: {} }, { create: { splitter: 'B' } }],
    ['taken away', { create: { splitter: 'A' } }, { create: {} }],
    ['dropped with its block', { create: { splitter: 'A' } }, {}],
    ['brought by a block', {}, { create: { splitter: 'A' } }],
  ])('keeps the format: %s', (_, before, after) => {
    expect(change(before, after)).toContainEqual(
      expect.stringMatching(/splitter.*(is fixed|cannot be changed)|create.splitter cannot/),
    )
  })

  it('keeps the whole error correction', () => {
    expect(
      change({ create: { ecc: { algorithm: 'X' } } }, { create: { ecc: { algorithm: 'X', overheadPercent: 2 } } }),
    ).not.toEqual([])
    expect(
      change({ create: { ecc: { algorithm: 'X' } } }, { create: { enabled: false, ecc: { algorithm: 'X' } } }),
    ).toEqual([])
  })

  const policy = (spec: Fields = {}, status: Fields = { lastSuccessfulSnapshot: '2026-01-01T00:00:00Z' }) =>
    object(
      'SnapshotPolicy',
      { repository: { name: 'it' }, sources: [{ pvc: { name: 'a' } }], ...spec },
      { metadata: { name: 'nightly' }, status },
    )
  const defaults = (cluster: string, annotations: Fields = {}, policies: ReadonlyArray<unknown> = [policy()]) =>
    errorsOf(
      object('Repository', { ...least, identityDefaults: { cluster } }, { metadata: { annotations } }),
      object('Repository', { ...least, identityDefaults: { cluster: 'old' } }),
      { find: () => undefined, policies: () => policies },
    )

  it('keeps the identity of policies that have snapshots', () => {
    expect(defaults('new')).toEqual([
      expect.stringContaining('spec.identityDefaults: would start a new history for apps/nightly'),
    ])
    expect(defaults('old')).toEqual([])
    expect(defaults('new', {}, [policy({}, {})])).toEqual([])
    expect(defaults('new', {}, [policy({ identity: { hostname: 'pinned' } })])).toEqual([])
    expect(defaults('new', {}, [policy({ repository: { name: 'another' } })])).toEqual([])
    expect(defaults('new', { 'kopiur.home-operations.com/allow-identity-change': 'true' })).toEqual([])
  })

  it('names five of the policies', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
      ...policy(),
      metadata: { name, namespace: 'apps' },
    }))
    expect(defaults('new', {}, many)).toEqual([
      expect.stringContaining('apps/a, apps/b, apps/c, apps/d, apps/e and 2 more'),
    ])
  })

  it('warns of new identities', () => {
    expect(
      warningsOf(object('Repository', { ...least, identityDefaults: { cluster: 'new' } }), object('Repository', least)),
    ).toEqual([expect.stringContaining('start a new history')])
  })
})
