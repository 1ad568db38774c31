import { errorsOf, itRefuses, object, warningsOf, type Fields } from './object'

const schedule = { cron: '0 4 * * *' }
const s3 = (bucket: string, auth: Fields = {}) => ({ s3: { bucket, auth } })
const workload = (serviceAccountName: string) => ({ workloadIdentity: { serviceAccountName } })
const repository = (backend: Fields) =>
  object('Repository', { backend, encryption: { passwordSecretRef: { name: 's' } } })

describe('a RepositoryReplication', () => {
  const least = { sourceRef: { name: 'main' }, destination: s3('copy'), schedule }

  itRefuses('RepositoryReplication', least, [
    [
      'needs no foreign Secret',
      { destination: { b2: { bucket: 'a', auth: { secretRef: { name: 'x', namespace: 'other' } } } } },
      ['secretRef.namespace: must be left out or apps'],
    ],
    [
      'inherits from nobody',
      { mover: { inheritSecurityContextFrom: { pvcConsumer: {} } } },
      ['pvcConsumer: cannot be used here'],
    ],
    [
      'copies with one worker at least',
      { sync: { parallel: 0, maxUploadSpeedBytesPerSecond: 0 } },
      ['sync.parallel: must be at least 1', 'sync.maxUploadSpeedBytesPerSecond: must be at least 1'],
    ],
    ['has a schedule', { schedule: { cron: 'daily' } }, ['spec.schedule.cron: "daily" is no cron expression']],
  ])

  const from = (backend: Fields, destination: Fields) =>
    errorsOf(object('RepositoryReplication', { ...least, destination }), undefined, { find: () => repository(backend) })

  it('copies to another place', () => {
    expect(from(s3('copy', { secretRef: { name: 'x' } }), s3('copy'))).toEqual([
      expect.stringContaining('spec.destination: is the storage of the source itself'),
    ])
    expect(from(s3('main'), s3('copy'))).toEqual([])
  })

  it('opens both sides from one Pod', () => {
    expect(from(s3('main', workload('a')), s3('copy', workload('b')))).toEqual([
      expect.stringContaining('must name one ServiceAccount, not a and b'),
    ])
    expect(from(s3('main', workload('a')), s3('copy'))).toEqual([
      expect.stringContaining('one s3 side uses workload identity'),
    ])
    expect(from(s3('main', workload('a')), { gcs: { bucket: 'x' } })).toEqual([])
  })

  it('warns that deletions are copied too', () => {
    expect(warningsOf(object('RepositoryReplication', { ...least, sync: { deleteExtra: true } }))).toContainEqual(
      expect.stringContaining('also vanish from the copy'),
    )
  })
})

describe('a SnapshotReplication', () => {
  const least = { sourceRef: { name: 'main' }, destinationRef: { name: 'copy' }, schedule }
  const include = (matcher: Fields) => ({ selection: { identities: { include: [matcher] } } })

  itRefuses('SnapshotReplication', least, [
    [
      'copies to another repository',
      { destinationRef: { name: 'main', namespace: 'apps' } },
      ['spec.destinationRef: names the source itself'],
    ],
    ['copies between kinds of one name', { destinationRef: { kind: 'ClusterRepository', name: 'main' } }, []],
    ['selects by something', include({}), ['include[0]: must set at least one of username, hostname, sourcePath']],
    [
      'selects by plain globs',
      include({ username: '[ab]', hostname: '', sourcePath: '/pvc/*' }),
      ['include[0].username: may use * and ? only', 'include[0].hostname: must not be empty'],
    ],
    [
      'migrates with one worker at least',
      { migrate: { parallel: 0, throttle: { source: { readOpsPerSecond: 0 } } } },
      ['migrate.parallel: must be at least 1', 'throttle.source.readOpsPerSecond: must be at least 1'],
    ],
    ['keeps some copies', { pruning: { retention: { keepDaily: 0 } } }, ['spec.pruning.retention: keeps nothing']],
    [
      'prunes in one way',
      { pruning: { none: {}, mirrorSource: {} } },
      ['spec.pruning: must set exactly one of mirrorSource, none, retention'],
    ],
    [
      'inherits from nobody',
      { mover: { inheritSecurityContextFrom: { snapshot: {} } } },
      ['snapshot: cannot be used here'],
    ],
  ])

  it('copies to another storage', () => {
    const errors = errorsOf(object('SnapshotReplication', least), undefined, { find: () => repository(s3('one')) })
    expect(errors).toEqual([expect.stringContaining('spec.destinationRef: has the same storage as the source')])
  })

  it('runs at once when asked by a time', () => {
    const metadata = { annotations: { 'kopiur.home-operations.com/run-requested': 'soon' } }
    expect(errorsOf(object('SnapshotReplication', least, { metadata }))).toHaveLength(1)
    expect(
      errorsOf(
        object('RepositoryReplication', { sourceRef: { name: 'a' }, destination: s3('x'), schedule }, { metadata }),
      ),
    ).toHaveLength(1)
  })
})
