import { workSpec } from '../../../api/mover/work-spec'
import { getNeed, needKey } from '../../../hooks/need'
import { ask } from './ask-snapshot'
import * as o from './objects'

const isStore = ({ metadata }: ReturnType<typeof o.store>) => metadata.name === 'nas'
const without = (kind: string) => o.cluster().filter((object) => object.kind !== kind || isStore(object))
const replaced = (...objects: ReturnType<typeof o.cluster>) => [
  ...o.cluster().filter((object) => isStore(object) || !objects.some(({ kind }) => object.kind === kind)),
  ...objects,
]
const launched = (objects = o.cluster(), parent = o.owned()) => ask(parent, { world: { objects } })
const specOf = (told: ReturnType<typeof launched>) => {
  const [child] = told.decision.children
  if (child?._tag !== 'create') throw new Error(`no Job: ${told.condition('Ready')}`)
  const pod = JSON.parse(JSON.stringify(child.object)).spec.template.spec
  const text = pod.containers[0].env.find((e: { name: string }) => e.name === 'KOPIUR_WORK_SPEC').value
  const decoded = workSpec.decode(JSON.parse(text))
  if (decoded._tag === 'Left') throw new Error('the work spec does not decode')
  return { spec: decoded.right, pod }
}

describe('a new Snapshot whose gates are open', () => {
  it('asks for its Job and does not yet call itself running', () => {
    const told = launched()
    expect(told.children).toEqual(['create data-1'])
    expect(told.status).toMatchObject({
      phase: 'Pending',
      origin: 'manual',
      observedGeneration: 1,
      resolved: {
        repository: { kind: 'Repository', namespace: 'db', name: 'main' },
        sources: [{ pvc: 'db/pgdata', sourcePath: '/pvc/pgdata' }],
      },
      recorded: { schema: 1, src: 'defaults', uid: 65532, gid: 65532, fsGroup: 65532 },
    })
    expect(told.status.job).toBeUndefined()
    expect(told.condition('Ready')).toBe('False/MoverJobCreating')
    expect(told.effects).toEqual([])
  })

  it('gives the mover everything by value', () => {
    const { spec, pod } = specOf(launched())
    expect(spec).toEqual({
      version: 1,
      target: { kind: 'Snapshot', name: 'data-1', namespace: 'db', uid: 'Snapshot-data-1' },
      repository: {
        storage: { filesystem: { path: '/repository' } },
        client: { username: 'data', hostname: 'db' },
        readOnly: false,
        expectedUniqueId: 'f00d',
      },
      operation: {
        snapshot: {
          runUid: 'Snapshot-data-1',
          mountPath: '/pvc/pgdata',
          identity: { username: 'data', hostname: 'db', sourcePath: '/pvc/pgdata' },
          tags: {
            kopiur: 'config:data',
            'kopiur-meta': '{"schema":1,"src":"defaults","uid":65532,"gid":65532,"fsGroup":65532}',
          },
          policy: { ignoreRules: ['/lost+found', 'System Volume Information', '$RECYCLE.BIN', '@eaDir', '.snapshot'] },
        },
      },
      progressIntervalSeconds: 30,
    })
    expect(pod.volumes).toEqual([
      { name: 'kopia-cache', emptyDir: {} },
      { name: 'source', persistentVolumeClaim: { claimName: 'pgdata', readOnly: true } },
      { name: 'repo', persistentVolumeClaim: { claimName: 'nas' } },
    ])
  })

  it('never reads more than five rounds', () => {
    const objects = replaced(
      o.policy({ preflight: { checks: [{ name: 'ready', expr: 'repository.ready' }] } }),
      o.claim({ volumeName: 'pv-1' }),
      { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'pv-1' }, spec: {} },
    )
    expect(launched(objects).rounds).toBeLessThanOrEqual(5)
    expect(launched(objects).children).toEqual(['create data-1'])
  })

  it('passes the words of policy and Snapshot on, and no tag that kopia would misread', () => {
    const objects = replaced(
      o.policy({
        identity: { username: 'pg', hostname: 'prod' },
        sources: [
          { pvc: { name: 'pgdata' }, sourcePathOverride: '/data', readOnly: false, acknowledgeLiveMutation: true },
        ],
        compression: { compressor: 'zstd' },
        files: { ignoreRules: [], ignoreCacheDirs: true },
        errorHandling: { ignoreFileErrors: true, failFast: true },
        upload: { limitMb: 5, maxParallelFileReads: 3 },
        extraArgs: ['--checkpoint-interval=10m'],
      }),
    )
    const parent = o.snapshot({
      spec: { description: 'before upgrade', tags: { team: 'x', 'a:b': 'c', kopiur: 'me' } },
    })
    const { spec, pod } = specOf(launched(objects, parent))
    expect(spec.operation).toMatchObject({
      snapshot: {
        identity: { username: 'pg', hostname: 'prod', sourcePath: '/data' },
        mountPath: '/pvc/pgdata',
        tags: { team: 'x', kopiur: 'config:data' },
        policy: {
          ignoreRules: [],
          ignoreCacheDirs: true,
          compressor: 'zstd',
          ignoreFileErrors: true,
          maxParallelFileReads: 3,
        },
        description: 'before upgrade',
        failFast: true,
        uploadLimitMb: 5,
        extraArgs: ['--checkpoint-interval=10m'],
      },
    })
    expect(JSON.stringify(spec)).not.toContain('a:b')
    expect(pod.volumes[1]).toEqual({ name: 'source', persistentVolumeClaim: { claimName: 'pgdata' } })
  })

  it('reads an NFS export without asking how to copy it', () => {
    const objects = replaced(
      o.policy({ copyMethod: 'Snapshot', sources: [{ nfs: { server: 'nas', path: '/export' } }] }),
    )
    const { spec, pod } = specOf(launched(objects))
    expect(spec.operation).toMatchObject({
      snapshot: { identity: { sourcePath: '/export' }, mountPath: '/nfs/export' },
    })
    expect(pod.volumes[1]).toEqual({ name: 'source', nfs: { server: 'nas', path: '/export', readOnly: true } })
  })

  it('runs on the node of the pod that holds the volume', () => {
    const holder = o.pod('pg-0', {
      spec: {
        nodeName: 'n1',
        tolerations: [{ key: 'db' }],
        volumes: [{ persistentVolumeClaim: { claimName: 'pgdata' } }],
      },
      status: { phase: 'Running' },
    })
    const { pod } = specOf(launched([...o.cluster(), holder]))
    expect(JSON.stringify(pod.affinity)).toContain('"values":["n1"]')
    expect(pod.tolerations).toEqual([{ key: 'db' }])
    expect(specOf(launched(replaced(o.claim({ accessModes: ['ReadWriteMany'] })))).pod.affinity).toBeUndefined()
  })
})

describe('a lasting cache', () => {
  const cache = { cache: { mode: 'Persistent', capacity: '5Gi', storageClassName: 'fast' } }
  it('is a claim of the policy, made and looked for again before any Job mounts it', () => {
    const told = launched(replaced(o.policy({ mover: cache })))
    expect(told.children).toEqual([])
    expect([told.status.phase, told.condition('Ready'), told.decision.resyncAfterSeconds]).toEqual([
      'Pending',
      'False/CreatingCacheClaim',
      1,
    ])
    expect(told.decision.effects).toMatchObject([
      {
        _tag: 'CreateClaim',
        claim: {
          metadata: {
            name: 'kopiur-cache-data',
            namespace: 'db',
            ownerReferences: [{ kind: 'SnapshotPolicy', uid: 'SnapshotPolicy-data' }],
          },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: '5Gi' } },
            storageClassName: 'fast',
          },
        },
      },
    ])
  })
  const existing = (metadata: object) => o.other('PersistentVolumeClaim', 'v1')('kopiur-cache-data', {}, metadata)
  const managed = { 'app.kubernetes.io/managed-by': 'kopiur' }
  const labels = { ...managed, 'kopiur.home-operations.com/component': 'mover-cache' }
  const earlier = { ...managed, 'app.kubernetes.io/component': 'mover-cache' }
  const ownedBy = (kind: string, uid: string) => ({ ownerReferences: [{ apiVersion: o.API, kind, name: 'data', uid }] })
  const withClaim = (metadata: object) => launched([...replaced(o.policy({ mover: cache })), existing(metadata)])
  it.each([
    ['', labels],
    [' although labelled as such claims once were', earlier],
  ])('is the same in the next run%s', (_, labelled) => {
    const told = withClaim({ labels: labelled, ...ownedBy('SnapshotPolicy', 'SnapshotPolicy-data') })
    expect(specOf(told).pod.volumes[0]).toEqual({
      name: 'kopia-cache',
      persistentVolumeClaim: { claimName: 'kopiur-cache-data' },
    })
    expect(told.effects).toEqual([])
    const without = launched()
    expect([told.rounds, told.reads.size]).toEqual([without.rounds, without.reads.size + 1])
  })
  it('that is refused is told, and no Job names it', () => {
    const objects = replaced(o.policy({ mover: cache }))
    const [effect] = launched(objects).decision.effects
    if (effect === undefined) throw new Error('no effect')
    const refusals = [{ effect, code: 403, message: 'exceeded quota: claims' }]
    const told = ask(o.owned(), { world: { objects }, refusals })
    expect([told.children, told.condition('Ready')]).toEqual([[], 'False/CacheClaimRefused'])
    expect(told.effects).toEqual(['Warning CacheClaimRefused MakeRoomForCache'])
    expect(JSON.stringify(told.status)).toContain('exceeded quota: claims')
  })
  it.each([
    ['of a Restore of its name', { labels, ...ownedBy('Restore', 'Restore-data') }],
    ['that somebody made', {}],
    ['that no policy of this namespace owns', { labels }],
    ['of an earlier policy of its name', { labels, ...ownedBy('SnapshotPolicy', 'SnapshotPolicy-earlier') }],
    ['that is on its way out', { labels, deletionTimestamp: '2026-03-01T11:00:00Z', finalizers: ['a/b'] }],
  ])('is no claim %s: the run has one that ends with its pod', (_, metadata) => {
    const told = withClaim(metadata)
    expect(specOf(told).pod.volumes[0]).toHaveProperty('ephemeral.volumeClaimTemplate.spec.storageClassName', 'fast')
    expect(told.decision.effects).toMatchObject([{ _tag: 'EmitEvent', reason: 'CacheClaimTaken' }])
  })
  it('may not be read: that is told, and no Job names it', () => {
    const need = getNeed({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      namespace: 'db',
      name: 'kopiur-cache-data',
    })
    const told = ask(o.owned(), {
      world: { objects: replaced(o.policy({ mover: cache })), forbidden: [needKey(need)] },
    })
    expect([told.children, told.condition('Ready')]).toEqual([[], 'False/CacheClaimRefused'])
  })
  it.each([
    ['has none', {}, { name: 'kopia-cache', persistentVolumeClaim: { claimName: 'kopiur-cache-data' } }],
    ['is another', ownedBy('Restore', 'Restore-data'), { name: 'kopia-cache', ephemeral: expect.anything() }],
  ])('of a policy of another namespace has no owner; one whose owner %s', (_, owners, volume) => {
    const policy = o.policy({ repository: { name: 'main', namespace: 'db' }, mover: cache }, { namespace: 'central' })
    const objects = [...replaced(policy), o.moverAccount(), existing({ labels, ...owners })]
    const told = launched(objects, o.snapshot({ spec: { policyRef: { name: 'data', namespace: 'central' } } }))
    expect(specOf(told).pod.volumes[0]).toEqual(volume)
  })
  it('is one for each repository of a policy with several', () => {
    const spec = { mover: cache, repository: undefined, repositories: [{ name: 'main' }, { name: 'second' }] }
    const objects: ReturnType<typeof o.cluster> = JSON.parse(JSON.stringify(replaced(o.policy(spec))))
    const told = launched(objects, o.snapshot({ spec: { repository: { name: 'main' } } }))
    const claims = told.decision.effects.flatMap((one) => (one._tag === 'CreateClaim' ? [one.claim.metadata.name] : []))
    expect(claims).toEqual([expect.stringMatching(/^kopiur-cache-data-main-[0-9a-f]{6}$/)])
  })
  it('cannot be changed by a single run', () => {
    expect(specOf(launched(o.cluster(), o.snapshot({ spec: { mover: cache } }))).pod.volumes[0].emptyDir).toEqual({})
  })
})

describe('a new Snapshot', () => {
  type Row = [string, string, ReturnType<typeof o.cluster>, string | undefined, string | undefined]
  const rows: ReadonlyArray<[string, ReturnType<typeof o.cluster>, string, string | undefined, string | undefined]> = [
    ['without its policy', without('SnapshotPolicy'), 'PolicyNotFound', undefined, undefined],
    [
      'of a dying policy',
      replaced(o.policy({}, { deletionTimestamp: '2026-03-01T11:00:00Z' })),
      'PolicyTerminating',
      undefined,
      undefined,
    ],
    ['without its repository', without('Repository'), 'RepositoryNotReady', undefined, undefined],
    [
      'of a repository that is not ready',
      replaced(o.repository({}, { phase: 'Degraded' })),
      'RepositoryNotReady',
      undefined,
      undefined,
    ],
    ['of a repository without a phase', replaced(o.repository({}, {})), 'RepositoryNotReady', undefined, undefined],
    [
      'without its Secret',
      without('Secret'),
      'MissingCredentialsSecret',
      'CredentialsAvailable',
      'False/MissingCredentialsSecret',
    ],
    [
      'whose Secret has no password',
      replaced(o.secret('repo-password', { other: '' })),
      'MissingCredentialsSecret',
      'CredentialsAvailable',
      'False/MissingCredentialsSecret',
    ],
    [
      'without the volume of its repository',
      o.cluster().filter((object) => !isStore(object)),
      'RepositoryVolumeMissing',
      'RepositoryVolumeAvailable',
      'False/RepositoryVolumeMissing',
    ],
    [
      'without its claim',
      without('PersistentVolumeClaim'),
      'SourcePvcMissing',
      'SourcePvcAvailable',
      'False/SourcePvcMissing',
    ],
    [
      'with a root mover in a namespace that does not allow it',
      replaced(o.policy({ mover: { securityContext: { runAsUser: 0 } } })),
      'PrivilegedMoverNotPermitted',
      'MoverPermitted',
      'False/PrivilegedMoverNotPermitted',
    ],
    [
      'without a free slot',
      replaced(o.repository({ concurrency: { maxConcurrentJobs: 2 } })),
      'WaitingForSlot',
      'RepositorySlotAvailable',
      'False/WaitingForSlot',
    ],
    [
      'before a check holds',
      replaced(
        o.policy({
          preflight: {
            checks: [{ name: 'big', expr: 'repository.snapshotCount > 5 && repository.snapshotCountKnown' }],
          },
        }),
      ),
      'PreflightFailed',
      undefined,
      undefined,
    ],
    [
      'whose check is broken',
      replaced(o.policy({ preflight: { checks: [{ name: 'bad', expr: '[true][repository.ready ? 5 : 6]' }] } })),
      'PreflightFailed',
      undefined,
      undefined,
    ],
    [
      'whose volume another pod holds alone',
      [
        ...replaced(o.claim({ accessModes: ['ReadWriteOncePod'] })),
        o.pod('pg', { spec: { nodeName: 'n', volumes: [{ persistentVolumeClaim: { claimName: 'pgdata' } }] } }),
      ],
      'SourceHeldByPod',
      undefined,
      undefined,
    ],
    [
      'whose Job name is taken',
      [...o.cluster(), { ...o.job(), metadata: { name: 'data-1', namespace: 'db', uid: 'x' } }],
      'JobNameTaken',
      undefined,
      undefined,
    ],
    [
      'of a selector policy without a claim',
      replaced(o.policy({ sources: [{ pvcSelector: {} }] })),
      'InvalidSpec',
      undefined,
      undefined,
    ],
    [
      'of a stream',
      replaced(
        o.policy({
          sources: [
            { stream: { fileName: 'a', workloadExec: { podSelector: { matchLabels: { a: 'b' } }, command: ['x'] } } },
          ],
        }),
      ),
      'SourceNotSupported',
      undefined,
      undefined,
    ],
    [
      'of a ReadOnly repository',
      replaced(o.repository({ mode: 'ReadOnly' })),
      'RepositoryReadOnly',
      'RepositoryWritable',
      'False/RepositoryReadOnly',
    ],
    [
      'of a volume snapshot without the API',
      replaced(o.policy({ copyMethod: 'Snapshot' })),
      'SnapshotStackMissing',
      'SourceStaged',
      'False/SnapshotStackMissing',
    ],
    ['of a raw device', replaced(o.claim({ volumeMode: 'Block' })), 'SourceNotSupported', undefined, undefined],
    [
      'of an identity kopia cannot take',
      replaced(o.policy({ identity: { username: 'a b' } })),
      'InvalidSpec',
      undefined,
      undefined,
    ],
  ]
  it.each(rows.map(([name, objects, reason, ...rest]): Row => [name, reason, objects, ...rest]))(
    '%s makes no Job and says %s',
    (_, reason, objects, ...[type, condition]) => {
      const told = launched(objects)
      expect(told.condition('Ready')).toBe(`False/${reason}`)
      expect(told.children).toEqual([])
      if (type !== undefined) expect(told.condition(type)).toBe(condition)
      expect(told.status.conditions?.find((c) => c.type === 'Ready')?.message.length).toBeGreaterThan(20)
    },
  )

  it.each([
    ['RepositoryReadOnly', replaced(o.repository({ mode: 'ReadOnly' }))],
    ['SnapshotStackMissing', replaced(o.policy({ copyMethod: 'Snapshot' }))],
    ['SourceNotSupported', replaced(o.claim({ volumeMode: 'Block' }))],
  ])('ends at once with %s, and tells it once', (_, objects) => {
    const told = launched(objects)
    expect(told.status).toMatchObject({ phase: 'Failed', timing: { endTime: '2026-03-01T12:00:00Z' } })
    expect(told.effects).toHaveLength(1)
    expect(told.decision.resyncAfterSeconds).toBeUndefined()
  })

  it('waits quietly: the second call changes nothing and tells nothing again', () => {
    const first = launched(without('Secret'))
    expect(first.effects).toEqual(['Warning MissingCredentialsSecret CheckReferences'])
    const again = ask(o.owned({ status: first.status }), {
      world: { objects: without('Secret') },
      now: o.NOW + 60_000,
    })
    expect(again.status).toEqual(first.status)
    expect(again.effects).toEqual([])
  })

  it('says that a gate has opened which held it', () => {
    const held = launched(without('Secret'))
    expect(launched(o.cluster(), o.snapshot({ status: held.status })).condition('CredentialsAvailable')).toBe(
      'True/Available',
    )
  })

  it('may read where no volume is needed with more rights once its namespace allows it', () => {
    const mover = { mover: { securityContext: { runAsUser: 0 } } }
    const allowed = o.namespace({ annotations: { [`${o.K}privileged-movers`]: 'true' } })
    expect(launched(replaced(o.policy(mover), allowed)).children).toEqual(['create data-1'])
    expect(
      ask(o.snapshot(), { world: { objects: replaced(o.policy(mover)), forbidden: ['Namespace'] } }).children,
    ).toEqual(['create data-1'])
  })

  it('fails half an hour after its claim was first missed', () => {
    const first = launched(without('PersistentVolumeClaim'))
    const later = (minutes: number) =>
      ask(o.snapshot({ status: first.status }), {
        world: { objects: without('PersistentVolumeClaim') },
        now: o.NOW + minutes * 60_000,
      })
    expect(later(29).status.phase).toBe('Pending')
    expect(later(30).status.phase).toBe('Failed')
    const pauses = [0, 0.5, 1, 4, 20, 29].map((minutes) => later(minutes).decision.resyncAfterSeconds)
    expect(pauses).toEqual([10, 30, 60, 240, 300, 60])
  })

  it('fails when its checks have not held for their time', () => {
    const objects = (timeout: string) =>
      replaced(o.policy({ preflight: { checks: [{ name: 'never', expr: 'false', message: 'wait for it' }], timeout } }))
    const first = launched(objects('5m'))
    expect(first.status.preflightSince).toBe('2026-03-01T12:00:00Z')
    const later = (timeout: string, minutes: number) =>
      ask(o.snapshot({ status: first.status }), { world: { objects: objects(timeout) }, now: o.NOW + minutes * 60_000 })
    expect(later('5m', 4).status).toMatchObject({ phase: 'Pending', preflightSince: '2026-03-01T12:00:00Z' })
    expect(later('5m', 5).status.phase).toBe('Failed')
    expect(later('0', 500).status.phase).toBe('Pending')
  })

  it('goes on once its slot is granted', () => {
    const parent = o.snapshot({ metadata: { annotations: { [`${o.K}repository-verdict`]: 'slot-granted' } } })
    expect(launched(replaced(o.repository({ concurrency: { maxConcurrentJobs: 2 } })), parent).children).toEqual([
      'create data-1',
    ])
  })
})

describe('a stage', () => {
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'volumesnapshots.snapshot.storage.k8s.io' },
  }
  const objects = [...replaced(o.policy({ copyMethod: 'Snapshot' })), crd]
  const stagedFor = (answer: object, uid = 'Snapshot-data-1') => ({
    [`${o.K}staged`]: JSON.stringify({ uid, ...answer }),
  })
  const answered = (answer: object, status: object = {}) =>
    launched(objects, o.snapshot({ status, metadata: { annotations: stagedFor(answer) } }))

  it('is asked for by condition', () => {
    expect(launched(objects).condition('SourceStaged')).toBe('Unknown/Requested')
  })
  const READY = { ready: { pvcName: 'data-1-src', volumeSnapshotName: 'data-1-snap' } }
  const copy = (metadata: object = {}, from = 'pgdata') =>
    o.other('PersistentVolumeClaim', 'v1')(
      'data-1-src',
      { spec: {} },
      { annotations: { [`${o.K}staged-for`]: 'Snapshot-data-1', [`${o.K}staged-from`]: from }, ...metadata },
    )
  const readyWith = (...claims: ReadonlyArray<ReturnType<typeof copy>>) =>
    launched([...objects, ...claims], o.snapshot({ metadata: { annotations: stagedFor(READY) } }))
  it('is read instead of the source, under the path of the source', () => {
    const told = readyWith(copy())
    const { spec, pod } = specOf(told)
    expect(pod.volumes[1].persistentVolumeClaim.claimName).toBe('data-1-src')
    expect(spec.operation).toMatchObject({ snapshot: { identity: { sourcePath: '/pvc/pgdata' } } })
    expect(told.status.staged).toEqual({
      copyMethod: 'Snapshot',
      ready: true,
      pvcName: 'data-1-src',
      volumeSnapshotName: 'data-1-snap',
    })
  })
  it.each<[string, string, ReadonlyArray<ReturnType<typeof copy>>]>([
    ['is gone', 'StagedPvcLost', []],
    ['is going', 'StagedPvcLost', [copy({ deletionTimestamp: '2026-03-01T11:59:00Z' })]],
    ['was made by somebody else', 'StagedPvcLost', [copy({ annotations: {} })]],
    ['was made of another source', 'StagedSourceChanged', [copy({}, 'other')]],
  ])('whose claim %s is not read', (_, reason, claims) => {
    const told = readyWith(...claims)
    expect([told.condition('SourceStaged'), told.status.phase]).toEqual([`False/${reason}`, 'Failed'])
    expect(told.children).toEqual([])
  })
  it('that failed ends the run with its reason', () => {
    const stage = { volumeSnapshotName: 'data-1-snap', stagingTimeoutSeconds: 600 }
    const told = answered({ failed: { reason: 'VolumeSnapshotFailed', message: 'The array is full.', stage } })
    expect([told.status.phase, told.condition('SourceStaged')]).toEqual(['Failed', 'False/VolumeSnapshotFailed'])
    expect(told.status.staged).toEqual({ copyMethod: 'Snapshot', ready: false, ...stage })
    expect(told.effects).toContain('Warning VolumeSnapshotFailed InstallSnapshotStackOrUseDirect')
  })
  it('that is being made is told as what it waits for', () => {
    const told = answered({ waiting: { reason: 'WaitingForVolumeSnapshot', message: 'Waits for the storage.' } })
    expect([told.status.phase, told.condition('SourceStaged'), told.condition('Ready')]).toEqual([
      'Pending',
      'False/WaitingForVolumeSnapshot',
      'False/WaitingForVolumeSnapshot',
    ])
    expect(told.children).toEqual([])
  })
  it('that was given to another Snapshot of this name is none', () => {
    const copied = o.snapshot({ metadata: { annotations: stagedFor({ ready: { pvcName: 'data-1-src' } }, 'another') } })
    const told = launched(objects, copied)
    expect([told.condition('SourceStaged'), told.children]).toEqual(['Unknown/Requested', []])
  })
  it('is not asked for while its source is missing, and needs it no more once it is there', () => {
    const gone = objects.filter(({ kind, metadata }) => kind !== 'PersistentVolumeClaim' || metadata.name !== 'pgdata')
    expect(launched(gone).condition('SourcePvcAvailable')).toBe('False/SourcePvcMissing')
    const parent = o.snapshot({ metadata: { annotations: stagedFor({ ready: { pvcName: 'data-1-src' } }) } })
    expect(launched([...gone, copy()], parent).children).toEqual(['create data-1'])
  })
  it('is not needed any more where the policy reads the live volume meanwhile', () => {
    const waited = answered({ waiting: { reason: 'WaitingForVolumeSnapshot', message: 'Waits.' } })
    const told = launched(o.cluster(), o.snapshot({ status: waited.status }))
    expect([told.condition('SourceStaged'), told.children]).toEqual(['True/NotNeeded', ['create data-1']])
  })
  it('with a volume that comes with the pod may take longer to be scheduled than others', () => {
    const since = { creationTimestamp: '2026-03-01T11:50:00Z' }
    const job = o.job('data-1', { active: 1 })
    const unscheduled = o.pod(
      'data-1-x',
      {
        status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] },
      },
      { 'batch.kubernetes.io/job-name': 'data-1' },
    )
    const told = (answer: object) =>
      ask(o.snapshot({ status: { phase: 'Running' }, metadata: { annotations: stagedFor(answer) } }), {
        jobs: [{ ...job, metadata: { ...job.metadata, ...since } }],
        world: { objects: [unscheduled] },
      })
    expect(told(READY).status.phase).toBe('Running')
    expect(told({ ...READY, volume: 'pv-2' }).condition('Ready')).toBe('False/MoverPodWedged')
  })
  it('that fails before the mover has begun ends the run, and not after', () => {
    const failed = { failed: { reason: 'StagedPvcBindTimeout', message: 'No volume came.', stage: {} } }
    const running = o.snapshot({ status: { phase: 'Running' }, metadata: { annotations: stagedFor(failed) } })
    const facts = { [`${o.K}run-facts`]: JSON.stringify({ staged: { copyMethod: 'Snapshot', ready: true } }) }
    const waiting = ask(running, { jobs: [o.job('data-1', { active: 1 }, facts)], world: { objects } })
    expect([waiting.status.phase, waiting.condition('SourceStaged')]).toEqual(['Failed', 'False/StagedPvcBindTimeout'])
    expect(waiting.status.staged).toEqual({ copyMethod: 'Snapshot', ready: false })
    const reading = ask(running, { jobs: [o.job('data-1', { active: 1, ready: 1 }, facts)], world: { objects } })
    expect(reading.status.phase).toBe('Running')
  })
  it('that nobody answers ends the run after its time', () => {
    const first = launched(objects)
    const later = (minutes: number) =>
      ask(o.snapshot({ status: first.status }), { world: { objects }, now: o.NOW + minutes * 60_000 })
    expect(later(9).status.phase).toBe('Pending')
    expect(later(10).condition('SourceStaged')).toBe('False/StagingTimedOut')
  })
  it('that nobody watches any more ends the run after all of its times', () => {
    const annotations = stagedFor({ waiting: { reason: 'WaitingForStagedPvcBind', message: 'Waits.' } })
    const first = launched(objects, o.snapshot({ metadata: { annotations } }))
    const later = (minutes: number) =>
      ask(o.snapshot({ status: first.status, metadata: { annotations } }), {
        world: { objects },
        now: o.NOW + minutes * 60_000,
      })
    expect(later(40).status.phase).toBe('Pending')
    expect(later(41).condition('SourceStaged')).toBe('False/StagingTimedOut')
  })
})

describe('a ClusterRepository', () => {
  const objects = (spec: object = {}) => [
    ...replaced(o.policy({ repository: { kind: 'ClusterRepository', name: 'shared' } }), o.clusterRepository(spec)),
    o.secret('keys'),
  ]
  it('serves the namespaces it admits', () => {
    expect(launched(objects()).children).toEqual(['create data-1'])
    expect(launched(objects({ allowedNamespaces: { list: ['other'] } })).condition('Ready')).toBe(
      'False/NamespaceNotAllowed',
    )
  })
  it('admits by label only what it can see', () => {
    const selector = { allowedNamespaces: { selector: { matchLabels: { backup: 'yes' } } } }
    const labelled = [
      ...objects(selector).filter(({ kind }) => kind !== 'Namespace'),
      o.namespace({ labels: { backup: 'yes' } }),
    ]
    expect(launched(labelled).children).toEqual(['create data-1'])
    expect(launched(objects(selector)).condition('Ready')).toBe('False/NamespaceNotAllowed')
    expect(ask(o.snapshot(), { world: { objects: labelled, forbidden: ['Namespace'] } }).condition('Ready')).toBe(
      'False/NamespaceNotAllowed',
    )
  })
  it('says where a Secret is kept that movers miss here', () => {
    const told = launched(
      objects().filter(({ kind, metadata }) => kind !== 'Secret' || metadata.name !== 'repo-password'),
    )
    expect(told.status.conditions?.find(({ type }) => type === 'Ready')?.message).toContain('namespace vault')
  })
})

describe('of several repositories', () => {
  const objects = replaced(o.policy({ repository: undefined, repositories: [{ name: 'main' }, { name: 'second' }] }))
  it('one is never guessed', () => {
    expect(launched(JSON.parse(JSON.stringify(objects))).condition('Ready')).toBe('False/InvalidSpec')
  })
  it('the pinned one is taken, if the policy writes there', () => {
    const pinned = (name: string) =>
      launched(JSON.parse(JSON.stringify(objects)), o.snapshot({ spec: { repository: { name } } }))
    expect(pinned('main').children).toEqual(['create data-1'])
    expect(pinned('third').status.phase).toBe('Failed')
  })
})

describe('the account of the movers', () => {
  const central = o.policy({ repository: { name: 'main', namespace: 'db' } }, { namespace: 'central' })
  const objects = [...o.cluster().filter(({ kind }) => kind !== 'SnapshotPolicy'), central]
  const elsewhere = o.snapshot({ spec: { policyRef: { name: 'data', namespace: 'central' } } })

  it('may be missing where a policy of another namespace runs: that is said with the command, and it runs then', () => {
    const told = ask(elsewhere, { world: { objects } })
    expect([told.status.phase, told.children, told.condition('Ready')]).toEqual([
      'Pending',
      [],
      'False/MissingServiceAccount',
    ])
    expect(JSON.stringify(told.status.conditions)).toContain('kubectl -n db create serviceaccount kopiur-mover')
    expect(ask(elsewhere, { world: { objects: [...objects, o.moverAccount()] } }).children).toEqual(['create data-1'])
  })
  it('is not asked for on one machine, where movers are processes', () =>
    expect(ask(elsewhere, { world: { objects }, inPods: false }).children).toEqual(['create data-1']))
  it('is not looked for where its policy is', () => {
    const told = ask(o.snapshot(), { world: { objects: o.cluster() } })
    expect(told.children).toEqual(['create data-1'])
    expect([...told.reads.keys()].filter((key) => key.includes('ServiceAccount'))).toEqual([])
  })
})
