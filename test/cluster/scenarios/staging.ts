import { describeFiles, emptyFolder, writeFiles } from '../stage/files'
import { folderRepository, restoreOf, secret, snapshot, stagedPolicy, together } from '../stage/manifests'
import { conditionOf, eventually, gone, inPhase, kopiaId, look, remove, type Seen } from '../stage/see'
import type { KubeObject, Scenario, Stage } from '../stage/stage'
import { listed, nothingStaged, SNAPSHOT_API } from '../stage/staged'
import { waitFor } from '../wait'
import { idsIn, makeGround } from './ground'

const volumeSnapshots = (stage: Stage) => listed(stage, SNAPSHOT_API, 'VolumeSnapshot')
const jobsOf = async (stage: Stage, snapshotName: string): Promise<ReadonlyArray<KubeObject>> =>
  (await listed(stage, 'batch/v1', 'Job')).filter(({ metadata }) => metadata.name.startsWith(snapshotName))

/** What the volume snapshot of a run asked the storage for, looked at while it is there. */
const snapshotSpec = (stage: Stage, name: string): Promise<unknown> =>
  waitFor(
    `VolumeSnapshot ${name}`,
    async () => (await volumeSnapshots(stage)).find(({ metadata }) => metadata.name === name)?.['spec'],
    { limitSeconds: 60, everyMs: 50 },
  )

/** The storage has taken it, and the mover cannot have begun: it mounts a claim that is made of it. */
const taken = (stage: Stage, name: string): Promise<true> =>
  waitFor(
    `VolumeSnapshot ${name} to be taken`,
    async () => {
      const found: Seen | undefined = (await volumeSnapshots(stage)).find(({ metadata }) => metadata.name === name)
      return found?.status?.['readyToUse'] === true ? true : undefined
    },
    { limitSeconds: 60, everyMs: 50 },
  )

const comesBackWhole = async (stage: Stage, folder: string, taken: string): Promise<void> => {
  const before = describeFiles(folder)
  emptyFolder(folder)
  await stage.apply(restoreOf(taken, '{ pvcRef: { name: data } }', `back-${taken}`))
  await eventually(stage, 'Restore', `back-${taken}`, inPhase('Completed'))
  expect(describeFiles(folder)).toEqual(before)
}

/** The run failed for this reason before anything was read, says what to do, and left nothing behind. */
const failedWithoutReading = async (stage: Stage, name: string, reason: string, limitSeconds = 60): Promise<Seen> => {
  const seen = await eventually(stage, 'Snapshot', name, inPhase('Failed'), limitSeconds)
  expect(conditionOf(seen, 'SourceStaged')).toMatchObject({ status: 'False', reason })
  expect(conditionOf(seen, 'Stalled')).toMatchObject({ status: 'True', reason })
  expect(await jobsOf(stage, name)).toEqual([])
  await nothingStaged(stage)
  return seen
}

/** What belongs to no namespace is there while this plays, and no longer. */
const whileThere = async (
  stage: Stage,
  { manifest, ref }: { readonly manifest: string; readonly ref: Parameters<Stage['kube']['remove']>[0] },
  play: () => Promise<void>,
): Promise<void> => {
  await stage.apply(manifest)
  try {
    await play()
  } finally {
    await stage.kube.remove(ref)()
  }
}

/** A class of the storage's driver; the driver answers with `fail` whatever it is asked for with it. */
const withSnapshotClass = async (stage: Stage, fail: string | undefined, play: () => Promise<void>): Promise<void> =>
  whileThere(
    stage,
    {
      manifest: `apiVersion: ${SNAPSHOT_API}
kind: VolumeSnapshotClass
metadata: { name: NAMESPACE }
driver: ${await driverOf(stage)}
deletionPolicy: Delete
${fail === undefined ? '' : `parameters: { fail: ${fail} }\n`}`,
      ref: { apiVersion: SNAPSHOT_API, kind: 'VolumeSnapshotClass', name: stage.namespace },
    },
    play,
  )

const driverOf = async (stage: Stage): Promise<string> => {
  const found = await look(stage.kube, { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', name: 'immediate' })
  return String(found?.['provisioner'])
}

const onStorage: ReadonlyArray<readonly [how: string, fields: string, staged: object]> = [
  [
    'a snapshot of the volume',
    '',
    { copyMethod: 'Snapshot', volumeSnapshotName: 'first-snap', storageClassName: 'immediate' },
  ],
  [
    'a snapshot on a class that waits for its first pod',
    '  staging: { storageClassName: standard, accessModes: [ReadWriteOnce] }\n',
    { copyMethod: 'Snapshot', volumeSnapshotName: 'first-snap', storageClassName: 'standard' },
  ],
  ['a clone of the volume', '  copyMethod: Clone\n', { copyMethod: 'Clone', storageClassName: 'immediate' }],
]

/** A backup reads a copy that the storage makes in one moment; what cannot be copied is never read live. */
export const staging: ReadonlyArray<Scenario> = [
  ...onStorage.map(([how, fields, staged]): Scenario => ({
    name: `a backup reads ${how} and leaves nothing of it behind`,
    only: 'real',
    play: async (stage) => {
      const { data, store } = await makeGround(stage, {})
      await stage.apply(together(stagedPolicy(fields), snapshot('first')))
      const first = await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
      expect(first.status).toMatchObject({
        staged: { ...staged, pvcName: 'first-src', ready: true, stagingTimeoutSeconds: 600 },
        resolved: { sources: [{ sourcePath: '/pvc/data', pvc: `${stage.namespace}/data` }] },
      })
      expect(conditionOf(first, 'SourceStaged')).toMatchObject({ status: 'True', reason: 'SourceStaged' })
      expect(await idsIn(store)).toEqual([kopiaId(first)])
      await nothingStaged(stage)
      await comesBackWhole(stage, data.folder, 'first')
    },
  })),
  {
    name: 'a backup reads the files as they were when the snapshot was taken',
    only: 'real',
    play: async (stage) => {
      const { data } = await makeGround(stage, {})
      const before = describeFiles(data.folder)
      await stage.apply(together(stagedPolicy(), snapshot('first')))
      await taken(stage, 'first-snap')
      emptyFolder(data.folder)
      writeFiles(data.folder, 3, 'later')
      await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
      emptyFolder(data.folder)
      await stage.apply(restoreOf('first', '{ pvcRef: { name: data } }'))
      await eventually(stage, 'Restore', 'back', inPhase('Completed'))
      expect(describeFiles(data.folder)).toEqual(before)
    },
  },
  {
    name: 'a volume snapshot is of the class that the policy names, and a blank name means none',
    only: 'real',
    play: async (stage) => {
      await makeGround(stage, {})
      await withSnapshotClass(stage, undefined, async () => {
        await stage.apply(together(stagedPolicy(`  volumeSnapshotClassName: ${stage.namespace}\n`), snapshot('named')))
        expect(await snapshotSpec(stage, 'named-snap')).toMatchObject({ volumeSnapshotClassName: stage.namespace })
        await eventually(stage, 'Snapshot', 'named', inPhase('Succeeded'))
        await stage.apply(together(stagedPolicy('  volumeSnapshotClassName: ""\n'), snapshot('blank')))
        expect(await snapshotSpec(stage, 'blank-snap')).toMatchObject({ volumeSnapshotClassName: 'standard' })
        await eventually(stage, 'Snapshot', 'blank', inPhase('Succeeded'))
      })
    },
  },
  {
    name: 'a volume that no CSI driver made is not read live instead',
    only: 'real',
    play: async (stage) => {
      await stage.volume('store')
      const manifest = `apiVersion: v1
kind: PersistentVolume
metadata: { name: NAMESPACE }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteOnce]
  hostPath: { path: /tmp }
  claimRef: { namespace: NAMESPACE, name: plain }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: plain, namespace: NAMESPACE }
spec:
  storageClassName: ""
  volumeName: NAMESPACE
  accessModes: [ReadWriteOnce]
  resources: { requests: { storage: 1Gi } }
`
      const ref = { apiVersion: 'v1', kind: 'PersistentVolume', name: stage.namespace }
      await whileThere(stage, { manifest, ref }, async () => {
        await stage.apply(together(secret(), folderRepository('store'), stagedPolicy('', 'plain'), snapshot('first')))
        const seen = await failedWithoutReading(stage, 'first', 'SourceNotCSIProvisioned')
        expect(conditionOf(seen, 'Ready')?.message).toContain('copyMethod: Direct')
      })
    },
  },
  {
    name: 'a copy on the class of another driver is refused before anything is made',
    only: 'real',
    play: async (stage) => {
      await makeGround(stage, {})
      const manifest =
        'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: { name: NAMESPACE }\nprovisioner: other.example\n'
      const ref = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', name: stage.namespace }
      await whileThere(stage, { manifest, ref }, async () => {
        const fields = `  staging: { storageClassName: ${stage.namespace} }\n`
        await stage.apply(together(stagedPolicy(fields), snapshot('first')))
        const seen = await failedWithoutReading(stage, 'first', 'StagedClassMismatch')
        expect(conditionOf(seen, 'SourceStaged')?.message).toContain('other.example')
        expect(conditionOf(seen, 'SourceStaged')?.message).toContain(await driverOf(stage))
      })
    },
  },
  {
    name: 'a snapshot that the storage cannot take fails at its deadline with the word of the storage',
    only: 'real',
    play: async (stage) => {
      await makeGround(stage, {})
      await withSnapshotClass(stage, 'the array is full', async () => {
        const fields = `  volumeSnapshotClassName: ${stage.namespace}\n  staging: { timeout: 20s }\n`
        await stage.apply(together(stagedPolicy(fields), snapshot('first')))
        await eventually(
          stage,
          'Snapshot',
          'first',
          (seen) => conditionOf(seen, 'SourceStaged')?.reason === 'WaitingForVolumeSnapshot',
        )
        const seen = await failedWithoutReading(stage, 'first', 'VolumeSnapshotFailed', 90)
        expect(conditionOf(seen, 'SourceStaged')?.message).toMatch(/the array is full.*spec\.staging\.timeout/s)
        expect(seen.status).toHaveProperty('staged.ready', false)
      })
    },
  },
  {
    name: 'a Snapshot that is deleted while its source is staged takes the stage along',
    only: 'real',
    play: async (stage) => {
      await makeGround(stage, {})
      await withSnapshotClass(stage, 'the array is full', async () => {
        const fields = `  volumeSnapshotClassName: ${stage.namespace}\n`
        await stage.apply(together(stagedPolicy(fields), snapshot('first')))
        await snapshotSpec(stage, 'first-snap')
        await remove(stage, 'Snapshot', 'first')
        await gone(stage, 'Snapshot', 'first')
        await nothingStaged(stage)
      })
    },
  },
]
