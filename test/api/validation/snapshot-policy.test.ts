import { errorsOf, itRefuses, object, warningsOf, type Fields } from './object'

const source = { pvc: { name: 'data' } }
const least = { repository: { name: 'main' }, sources: [source] }
const streamExec = { podSelector: { matchLabels: { app: 'db' } }, command: ['pg_dump'] }
const stream = { fileName: 'dump.sql', workloadExec: streamExec }
const hook = (action: Fields) => ({ hooks: { beforeSnapshot: [action] } })
const check = { name: 'ready', expr: 'repository.ready' }

describe('a SnapshotPolicy', () => {
  itRefuses('SnapshotPolicy', least, [
    ['needs a source', { sources: [] }, ['spec.sources: must hold at least one']],
    ['takes repositories of both kinds', { repository: { kind: 'ClusterRepository', name: 'main' } }, []],
    ['takes a null where the schema does', { mover: null, retention: null, defaultDeletionPolicy: null }, []],
    [
      'names a ClusterRepository without a namespace',
      { repository: { kind: 'ClusterRepository', name: 'main', namespace: 'x' } },
      ['spec.repository.namespace: must be left out'],
    ],
    ['needs a name in a reference', { repository: { name: ' ' } }, ['spec.repository.name: must not be empty']],
    [
      'has one kind of source in each entry',
      { sources: [{ ...source, nfs: { server: 'nas', path: '/x' } }] },
      ['spec.sources[0]: exactly one of nfs, pvc, pvcSelector, stream must be set'],
    ],
    ['has a kind of source in each entry', { sources: [{ readOnly: true }] }, ['spec.sources[0]: exactly one of']],
    [
      'has one repository or a list, not both',
      { repositories: [{ name: 'a' }] },
      ['spec: exactly one of repositories, repository must be set'],
    ],
    [
      'has absolute NFS paths and a server',
      { sources: [{ nfs: { server: ' ', path: 'x' } }] },
      ['spec.sources[0].nfs.server: must name', 'spec.sources[0].nfs.path: "x" must start with /'],
    ],
    [
      'never writes to NFS',
      { sources: [{ nfs: { server: 'nas', path: '/x' }, readOnly: false }] },
      ['spec.sources[0].readOnly: cannot be false'],
    ],
    [
      'matches claims of its own namespace only',
      { sources: [{ pvcSelector: { namespaceSelector: { matchNames: ['apps', 'other'] } } }] },
      ['spec.sources[0].pvcSelector.namespaceSelector.matchNames[1]: must be apps'],
    ],
    [
      'knows four label operators',
      {
        sources: [
          {
            pvcSelector: {
              labelSelector: {
                matchExpressions: [
                  { key: 'a', operator: 'In' },
                  { key: 'a', operator: 'Exists', values: ['x'] },
                  { key: 'a', operator: 'Gt', values: ['1'] },
                ],
              },
            },
          },
        ],
      },
      [
        'matchExpressions[0].values: must hold',
        'matchExpressions[1].values: must be empty',
        'matchExpressions[2].operator: must be one of',
      ],
    ],
    [
      'backs up a stream alone',
      { sources: [{ stream }, source] },
      ['spec.sources: a stream source must be the only one'],
    ],
    [
      'gives a stream one plain file name, a command and a narrow selector',
      { sources: [{ stream: { fileName: '../x', workloadExec: { podSelector: {}, command: [' '], timeout: '1d' } } }] },
      [
        'stream.fileName: "../x" must be one plain file name',
        'stream.workloadExec.command: must name a program',
        'stream.workloadExec.podSelector: must hold a label',
        'stream.workloadExec.timeout: "1d" is no duration',
      ],
    ],
    [
      'mounts nothing for a stream',
      {
        sources: [{ stream, readOnly: false, acknowledgeLiveMutation: true, sourcePathStrategy: 'PvcNamespacedName' }],
      },
      ['.readOnly: cannot be false', '.acknowledgeLiveMutation: has no meaning', '.sourcePathStrategy: has no meaning'],
    ],
    [
      'has source paths without control characters',
      {
        sources: [
          { ...source, sourcePathOverride: 'a\nb' },
          { ...source, sourcePathOverride: '' },
        ],
      },
      ['spec.sources[0].sourcePathOverride: must not', 'spec.sources[1].sourcePathOverride: must not'],
    ],
    ['takes spaces and colons in source paths', { sources: [{ ...source, sourcePathOverride: '/a b:c' }] }, []],
    [
      'has identity parts that kopia can tell apart',
      { identity: { username: 'a@b', hostname: 'x'.repeat(254) } },
      ['spec.identity.username: must not hold @', 'spec.identity.hostname: must be at most 253'],
    ],
    ['has no empty identity part', { identity: { hostname: '' } }, ['spec.identity.hostname: must not be empty']],
    [
      'acknowledges that live files change',
      { copyMethod: 'Direct', sources: [{ ...source, readOnly: false }] },
      ['spec.sources[0].acknowledgeLiveMutation: must be true'],
    ],
    [
      'may change live files once that is acknowledged',
      { copyMethod: 'Direct', sources: [{ ...source, readOnly: false, acknowledgeLiveMutation: true }] },
      [],
    ],
    ['may change a copy without a word', { copyMethod: 'Clone', sources: [{ ...source, readOnly: false }] }, []],
    [
      'mounts a ReadOnlyMany copy read-only',
      { staging: { accessModes: ['ReadOnlyMany'] }, sources: [{ ...source, readOnly: false }] },
      ['spec.sources[0].readOnly: cannot be false while'],
    ],
    [
      'has access modes once each, ReadWriteOncePod alone',
      { staging: { accessModes: ['ReadWriteOnce', 'ReadWriteOnce', 'ReadWriteOncePod'] } },
      ['accessModes[1]: ReadWriteOnce is named twice', 'accessModes: ReadWriteOncePod must be the only'],
    ],
    [
      'stages nothing with Direct',
      { copyMethod: 'Direct', staging: { storageClassName: 'x', accessModes: ['ReadWriteOnce'] } },
      ['spec.staging.storageClassName: has no meaning', 'spec.staging.accessModes: has no meaning'],
    ],
    [
      'stages nothing for NFS, and takes no VolumeSnapshot of it',
      {
        sources: [{ nfs: { server: 'nas', path: '/x' } }],
        staging: { storageClassName: 'x' },
        volumeSnapshotClassName: 'y',
      },
      ['spec.staging.storageClassName: has no meaning', 'spec.volumeSnapshotClassName: has no meaning'],
    ],
    [
      'takes an empty VolumeSnapshot class for none',
      { sources: [{ nfs: { server: 'nas', path: '/x' } }], volumeSnapshotClassName: '' },
      [],
    ],
    ['has a staging timeout', { staging: { timeout: '10 min' } }, ['spec.staging.timeout: "10 min" is no duration']],
    [
      'clones no group',
      { copyMethod: 'Clone', sources: [{ pvcSelector: {} }] },
      ['spec.groupBy: must be None with copyMethod: Clone'],
    ],
    ['clones one by one', { copyMethod: 'Clone', groupBy: 'None', sources: [{ pvcSelector: {} }] }, []],
    [
      'keeps something',
      { retention: { keepLatest: 0, keepDaily: 0 } },
      ['spec.retention: keeps nothing, so every snapshot would be deleted'],
    ],
    ['does not take an empty retention for keep all', { retention: {} }, ['spec.retention: keeps nothing']],
    ['keeps by one rule', { retention: { keepLatest: 0, keepAnnual: 1 } }, []],
    [
      'calls absolute http addresses with known methods and headers',
      hook({ httpRequest: { url: '/x', method: 'TRACE', headers: [{ name: 'a b', value: 'c' }], timeout: '-1s' } }),
      [
        'beforeSnapshot[0].httpRequest.url: "/x" must be an absolute',
        'beforeSnapshot[0].httpRequest.method: must be one of',
        'beforeSnapshot[0].httpRequest.headers[0].name: "a b" is no header name',
        'beforeSnapshot[0].httpRequest.timeout: "-1s" is no duration',
      ],
    ],
    ['takes methods in lower case', hook({ httpRequest: { url: 'https://x/y', method: 'post' } }), []],
    [
      'runs a command in named Pods',
      hook({ workloadExec: { podSelector: {} } }),
      ['workloadExec.command: must name a program', 'workloadExec.podSelector: must hold'],
    ],
    [
      'does one thing in each hook',
      hook({ runJob: { jobSpec: {} }, httpRequest: { url: 'http://x' } }),
      ['spec.hooks.beforeSnapshot[0]: must set exactly one of httpRequest, runJob, workloadExec'],
    ],
    ['takes any Job', hook({ runJob: { jobSpec: { template: { spec: { containers: [] } } } } }), []],
    [
      'checks by CEL what is known of the repository',
      { preflight: { checks: [check, { name: 'size', expr: 'repository.bytes > 5' }] } },
      ['spec.preflight.checks[1].expr: is no usable CEL expression: No such key: bytes'],
    ],
    [
      'checks yield true or false and have names of their own',
      { preflight: { checks: [check, { ...check, expr: 'repository.phase' }], timeout: 'soon' } },
      [
        'spec.preflight.checks[1].expr: is no usable CEL expression: must return a bool, not string',
        'spec.preflight.checks[1].name: "ready" is used twice',
        'spec.preflight.timeout: "soon" is no duration',
      ],
    ],
    [
      'verifies on a schedule that can be read',
      {
        verification: {
          quick: { schedule: { cron: '0 3 * *' } },
          deep: { schedule: { cron: '61 3 * * *', timezone: 'Mars' } },
        },
      },
      [
        'spec.verification.quick.schedule.cron: "0 3 * *" is no cron expression (expected 5 fields, found 4)',
        'spec.verification.deep.schedule.cron: "61 3 * * *" is no cron expression',
        'spec.verification.deep.schedule.timezone: "Mars" is no IANA time zone',
      ],
    ],
    [
      'verifies with at least one worker',
      { verification: { quick: { schedule: { cron: 'H H * * *' }, parallel: 0, fileQueueLength: 0, maxErrors: 0 } } },
      ['spec.verification.quick.parallel: must be at least 1', 'spec.verification.quick.fileQueueLength: must be'],
    ],
    [
      'has its quick schedule under schedule',
      { verification: { quick: { parallel: 2 } } },
      ['spec.verification.quick.schedule: is required'],
    ],
    [
      'judges a verification by CEL',
      { verification: { successExpr: 'stats.errors == 0 && tier == "quick" && nothing' } },
      ['spec.verification.successExpr: is no usable CEL expression: Unknown variable: nothing'],
    ],
    [
      'has at most a day of jitter',
      { verification: { deep: { schedule: { cron: '0 3 * * *', jitter: '25h' } } } },
      ['jitter: must be at most 24h'],
    ],
    [
      'uploads with at least one worker',
      { upload: { limitMb: 0, maxParallelSnapshots: 1 } },
      ['spec.upload.limitMb: must be at least 1'],
    ],
    [
      'inherits from a workload or the consumer',
      { mover: { inheritSecurityContextFrom: { snapshot: {} } } },
      ['spec.mover.inheritSecurityContextFrom.snapshot: is for Restores only'],
    ],
    [
      'has movers that can be started',
      {
        mover: {
          cache: { capacity: 'much' },
          resources: { requests: { memory: '2Gi', cpu: 'x' }, limits: { memory: '1Gi' } },
        },
      },
      [
        'spec.mover.cache.capacity: "much" is no positive quantity',
        'spec.mover.resources.requests.cpu: "x" is no quantity',
        'spec.mover.resources.requests.memory: 2Gi is more than its limit 1Gi',
      ],
    ],
    ['names words of the schema', { copyMethod: 'Copy' }, ['spec.copyMethod: must be one of Snapshot, Clone, Direct']],
    [
      'has at most eight repositories, and lists with limits',
      { sources: Array.from({ length: 101 }, () => source) },
      ['spec.sources: must have at most 100 items, not 101'],
    ],
  ])

  const several = { sources: [source], repositories: [{ name: 'a' }, { name: 'b' }] }

  it('backs up to several repositories, each once, without hooks', () => {
    expect(errorsOf(object('SnapshotPolicy', several))).toEqual([])
    expect(
      errorsOf(
        object('SnapshotPolicy', {
          ...several,
          repositories: [{ name: 'a' }, { kind: 'ClusterRepository', name: 'a' }, { name: 'a', namespace: 'apps' }],
          hooks: {},
        }),
      ),
    ).toEqual([
      'spec.repositories[2]: names the same repository as spec.repositories[0]: Repository/apps/a',
      'spec.hooks: cannot be combined with repositories: use one repository and a SnapshotReplication',
    ])
  })

  it('warns of sources that are never read', () => {
    const direct = { ...least, copyMethod: 'Direct' }
    expect(warningsOf(object('SnapshotPolicy', { ...direct, sources: [source, source] }))).toEqual([
      expect.stringContaining('only the first source is backed up'),
    ])
    expect(warningsOf(object('SnapshotPolicy', direct))).toEqual([])
  })

  it('warns that NFS knows no fsGroup', () => {
    const nfs = { ...least, sources: [{ nfs: { server: 'nas', path: '/x' } }] }
    const warnings = (mover: Fields) => warningsOf(object('SnapshotPolicy', { ...nfs, mover }))
    expect(warnings({ podSecurityContext: { fsGroup: 100 } })).toEqual([
      expect.stringContaining('never applied to NFS'),
    ])
    expect(warnings({ podSecurityContext: { fsGroup: 100, supplementalGroups: [100] } })).toEqual([])
  })
})
