import { needKey } from '../../../hooks/need'
import * as o from '../snapshot/objects'
import {
  annotations,
  around,
  ask,
  asking,
  DRIVER,
  marks,
  snapshotClass,
  source,
  staged,
  storageClass,
  volume,
  volumeSnapshot,
} from './objects'

const LIST_OF_CLAIMS = needKey({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace: 'db',
  labelSelector: { matchLabels: { app: 'db' } },
})
const ready = volumeSnapshot({ readyToUse: true, restoreSize: '12Gi' })
const first = (objects = around(), object = asking()) => ask(object, [], { objects })

describe('a run that waits for its source', () => {
  it('gets a snapshot of it, within the rounds of a call', () => {
    const told = first()
    expect(told.created).toEqual([
      {
        apiVersion: 'snapshot.storage.k8s.io/v1',
        kind: 'VolumeSnapshot',
        metadata: {
          name: 'data-1-snap',
          namespace: 'db',
          labels: { 'app.kubernetes.io/managed-by': 'kopiur', [`${o.K}component`]: 'staged-source-snapshot' },
          annotations: marks(),
        },
        spec: { volumeSnapshotClassName: 'fast', source: { persistentVolumeClaimName: 'pgdata' } },
      },
    ])
    expect([told.told, told.uid]).toEqual(['WaitingForVolumeSnapshot', 'Snapshot-data-1'])
    expect(told.rounds).toBeLessThanOrEqual(4)
  })

  it('gets a claim like the source once the snapshot is ready, as large as either needs', () => {
    const [claim] = ask(asking(), [ready]).created
    expect(claim).toMatchObject({
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data-1-src', labels: { [`${o.K}component`]: 'staged-source' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'fast',
        volumeMode: 'Filesystem',
        resources: { requests: { storage: '12Gi' } },
        dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'data-1-snap' },
      },
    })
    const grown = source({}, { status: { capacity: { storage: '20Gi' } } })
    const [larger] = ask(asking(), [ready], { objects: around({}, grown) }).created
    expect(larger).toHaveProperty('spec.resources.requests.storage', '20Gi')
  })

  it('gets the class and modes that the policy asks for', () => {
    const staging = { storageClassName: 'slow', accessModes: ['ReadOnlyMany'] }
    const objects = around({ staging }, storageClass('slow'))
    expect(ask(asking(), [ready], { objects }).created[0]).toMatchObject({
      spec: { storageClassName: 'slow', accessModes: ['ReadOnlyMany'] },
    })
  })

  it('gets a clone without any snapshot where the policy says Clone', () => {
    const [claim, ...others] = first(around({ copyMethod: 'Clone' })).created
    expect(others).toEqual([])
    expect(claim).toMatchObject({
      metadata: { name: 'data-1-src' },
      spec: { dataSource: { kind: 'PersistentVolumeClaim', name: 'pgdata' } },
    })
  })

  it('is told its claim when that has a volume, or will get one with its first pod', () => {
    expect(ask(asking(), [ready, staged('Bound', { volumeName: 'pv-2' })]).answer).toEqual({
      volume: 'pv-2',
      ready: {
        pvcName: 'data-1-src',
        storageClassName: 'fast',
        volumeSnapshotName: 'data-1-snap',
        stagingTimeoutSeconds: 600,
      },
    })
    const waits = storageClass('fast', { volumeBindingMode: 'WaitForFirstConsumer' })
    expect(ask(asking(), [ready, staged('Pending')], { objects: around({}, waits) }).told).toBe('ready')
    expect(ask(asking(), [ready, staged('Pending')]).told).toBe('WaitingForStagedPvcBind')
  })

  it('has names of at most 63 characters', () => {
    const name = 'a'.repeat(63)
    const long = { ...asking(), metadata: { ...asking().metadata, name } }
    expect(ask(long).created[0]?.metadata.name).toMatch(/^a{49}-[0-9a-f]{8}-snap$/)
  })
})

describe('a stage is not made', () => {
  const nothing = (told: ReturnType<typeof ask>) => expect([told.children, told.told]).toEqual([[], undefined])

  it.each([
    ['for a run that asks for none', o.snapshot({ status: { phase: 'Pending' } })],
    ['for a run that is under way', o.snapshot({ status: { phase: 'Running' } })],
    ['for one that was told that there is none', asking({ annotations: annotations({ failed: failedAs('X') }) })],
    ['for a Snapshot that is going', asking({ deletionTimestamp: '2026-03-01T11:59:30Z' })],
  ])('%s', (_, object) => nothing(ask(object)))

  it('outside the namespace that this installation acts on', () => nothing(ask(asking(), [], { scope: 'other' })))
  it('where the policy reads the live volume meanwhile', () => nothing(first(around({ copyMethod: 'Direct' }))))
  it.each([
    ['the run has gone on', o.snapshot({ status: { phase: 'Running' } })],
    ['it was told that there is none', asking({ annotations: annotations({ failed: failedAs('X') }) })],
    ['another has its name', asking({ uid: 'another' })],
    ['it is going', asking({ deletionTimestamp: '2026-03-01T11:59:30Z' })],
  ])('for what only a cache remembers: %s', (_, live) => nothing(ask(asking(), [], { objects: [live, ...around()] })))
  it('a second time while the first is not seen yet', () => {
    const told = ask(asking(), [], { objects: [...around(), volumeSnapshot()] })
    expect([told.children, told.resyncAfterSeconds]).toEqual([[], 2])
  })
  it('while what is left of an earlier Snapshot of this name is going', () => {
    const earlier = volumeSnapshot({}, { annotations: marks('before') })
    const told = ask(asking(), [], { objects: [...around(), earlier] })
    expect([told.children, told.told, told.resyncAfterSeconds]).toEqual([[], 'WaitingForVolumeSnapshot', 2])
    const going = volumeSnapshot({}, { annotations: {}, deletionTimestamp: '2026-03-01T11:59:30Z' })
    expect(ask(asking(), [], { objects: [...around(), going] }).told).toBe('WaitingForVolumeSnapshot')
  })
  it('under the name of something else', () => {
    const foreign = volumeSnapshot({}, { annotations: {} })
    expect(ask(asking(), [], { objects: [...around(), foreign] }).told).toBe('StageNameTaken')
  })
})

function failedAs(reason: string) {
  return { reason, message: 'It failed.', stage: {} }
}

it('a second Job of a run gets its stage, too', () => {
  const again = { ...asking(), status: { ...Object(asking()['status']), phase: 'Running' } }
  expect(ask(again).created).toHaveLength(1)
})

describe('what was begun of one source', () => {
  const moved = around({ sources: [{ pvc: { name: 'other' } }] })
  it.each([
    ['is not made into a claim for a run of another', [ready]],
    ['is not waited for', [volumeSnapshot()]],
    ['is not given to it', [ready, staged('Bound')]],
  ])('%s', (_, attachments) => {
    const told = ask(asking(), attachments, { objects: moved })
    expect([told.told, told.created]).toEqual(['StagedSourceChanged', []])
    expect(told.message).toContain('pgdata became other')
  })
})

describe('what cannot be staged is said at once, and nothing is made', () => {
  const many = [snapshotClass('a'), snapshotClass('b')]
  it.each([
    ['SourceNotCSIProvisioned', around({}, volume('pv-1', { csi: undefined, hostPath: {} })), /copyMethod: Direct/],
    ['StagedClassNotFound', around({ staging: { storageClassName: 'none' } }), /StorageClass none/],
    ['StagedClassNotFound', around({}, source({ storageClassName: '' })), /staging\.storageClassName/],
    [
      'StagedClassMismatch',
      around({ staging: { storageClassName: 'nfs' } }, storageClass('nfs', { provisioner: 'nfs.example' })),
      /nfs\.example.*csi\.example/,
    ],
    ['NoVolumeSnapshotClass', around({ volumeSnapshotClassName: 'none' }), /none, which the policy names/],
    ['NoVolumeSnapshotClass', around({}, snapshotClass('other', 'other.example')), /none of driver csi\.example/],
    ['NoVolumeSnapshotClass', around({}, ...many), /Several fit \(a, b\)/],
  ])('%s', (reason, objects, message) => {
    const told = first(objects)
    expect([told.told, told.children]).toEqual([reason, []])
    expect(told.message).toMatch(message)
  })

  it('claims that were to be frozen in one moment', () => {
    const selector = { sources: [{ pvcSelector: { labelSelector: { matchLabels: { app: 'db' } } } }] }
    const one = { ...source(), metadata: { ...source().metadata, labels: { app: 'db' } } }
    const two = { ...one, metadata: { ...one.metadata, name: 'pgwal' } }
    const member = { target: { pvc: { name: 'pgdata', namespace: 'db' } }, sourceIndex: 0 }
    const asked = { ...asking(), spec: { policyRef: { name: 'data' }, source: member } }
    expect(ask(asked, [], { objects: around(selector, one, two) }).told).toBe('VolumeGroupSnapshotFailed')
    expect(ask(asked, [], { objects: around({ ...selector, groupBy: 'None' }, one, two) }).created).toHaveLength(1)
    expect(ask(asked, [], { objects: around(selector, one) }).created).toHaveLength(1)
    const copy = { ...two, metadata: { ...two.metadata, labels: { app: 'db', [`${o.K}component`]: 'staged-source' } } }
    expect(ask(asked, [], { objects: around(selector, one, copy) }).created).toHaveLength(1)
    expect(ask(asked, [], { objects: around(selector, one), forbidden: [LIST_OF_CLAIMS] }).told).toBe(
      'WaitingForVolumeSnapshot',
    )
  })
})

describe('the class of a snapshot', () => {
  const chosen = (policy: object, ...classes: ReadonlyArray<ReturnType<typeof snapshotClass>>) =>
    first(around(policy, ...classes)).created[0]
  it('is the one of the driver, and of several the default', () => {
    const classes = [snapshotClass('a'), snapshotClass('b', DRIVER, true), snapshotClass('c', 'other.example', true)]
    expect(chosen({}, ...classes)).toHaveProperty('spec.volumeSnapshotClassName', 'b')
  })
  it('is the named one, and a blank name is none', () => {
    const classes = [snapshotClass('a', DRIVER, true), snapshotClass('b')]
    expect(chosen({ volumeSnapshotClassName: 'b' }, ...classes)).toHaveProperty('spec.volumeSnapshotClassName', 'b')
    expect(chosen({ volumeSnapshotClassName: '' }, ...classes)).toHaveProperty('spec.volumeSnapshotClassName', 'a')
  })
  it('is that of the driver which took over a volume of old', () => {
    const migrated = volume('pv-1', { csi: undefined })
    const annotated = {
      ...migrated,
      metadata: { ...migrated.metadata, annotations: { 'pv.kubernetes.io/migrated-to': DRIVER } },
    }
    expect(chosen({}, annotated)).toHaveProperty('spec.volumeSnapshotClassName', 'fast')
  })
})

describe('a deadline', () => {
  const failing = volumeSnapshot({ readyToUse: false, error: { message: 'the array is full' } })
  const bounded = around({ staging: { timeout: '2m' } })
  const at = (seconds: number, attachments = [volumeSnapshot()], objects = bounded) =>
    ask(asking(), attachments, { objects, seconds })

  it('counts from the snapshot, and an error of the storage is only final with it', () => {
    expect([at(119).told, at(119).resyncAfterSeconds]).toEqual(['WaitingForVolumeSnapshot', 1])
    expect(at(120).told).toBe('StagingTimedOut')
    expect(at(119, [failing]).message).toContain('the array is full')
    expect(at(120, [failing]).told).toBe('VolumeSnapshotFailed')
    expect(at(120, [failing]).message).toMatch(/the array is full\. .*120 s\. .*spec\.staging\.timeout/)
    expect(at(120, [failing]).answer.failed.stage).toEqual({
      volumeSnapshotName: 'data-1-snap',
      stagingTimeoutSeconds: 120,
    })
  })
  it('counts anew from the claim', () => {
    const claim = staged('Pending', {}, { creationTimestamp: '2026-03-01T12:00:00Z' })
    expect(at(179, [ready, claim]).told).toBe('WaitingForStagedPvcBind')
    expect(at(180, [ready, claim]).told).toBe('StagedPvcBindTimeout')
  })
  it('counts from the question while the source has no volume', () => {
    const unbound = around({ staging: { timeout: '2m' } }, source({ volumeName: undefined }))
    expect([at(119, [], unbound).told, at(120, [], unbound).told]).toEqual([
      'WaitingForVolumeSnapshot',
      'StagingTimedOut',
    ])
  })
  it('counts from the question while the API takes no object', () => {
    const told = (seconds: number) => at(seconds, [], bounded)
    expect([told(119).created.length, told(120).created.length, told(120).told]).toEqual([1, 0, 'StagingTimedOut'])
    expect(told(120).message).toContain('the Events of this Snapshot')
  })
  it('of zero never comes', () => {
    expect(at(1e7, [failing], around({ staging: { timeout: '0' } })).told).toBe('WaitingForVolumeSnapshot')
  })
})

it('waits for rights that it does not have, and names them', () => {
  const rights = (...forbidden: ReadonlyArray<string>) => ask(asking(), [], { forbidden })
  for (const kind of ['VolumeSnapshotClass', 'StorageClass', 'PersistentVolume', 'VolumeSnapshot'])
    expect([kind, rights(kind).told, rights(kind).message]).toEqual([
      kind,
      'WaitingForVolumeSnapshot',
      expect.stringContaining('may not be read'),
    ])
  expect(ask(asking(), [ready, staged('Pending')], { forbidden: ['StorageClass'] }).message).toContain('StorageClasses')
})
