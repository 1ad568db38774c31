import { describeFiles, emptyFolder, writeFiles } from '../stage/files'
import {
  folderRepository,
  PASSWORD,
  policy,
  restoreOf,
  s3Repository,
  s3Secret,
  schedule,
  secret,
  snapshot,
  together,
  webDavRepository,
  webDavSecret,
} from '../stage/manifests'
import { observe } from '../stage/observer'
import { eventually, inPhase, kopiaId, listAll } from '../stage/see'
import type { Scenario, Stage } from '../stage/stage'
import { waitFor } from '../wait'

const backUpAndRestore = async (stage: Stage, folder: string): Promise<string> => {
  await eventually(stage, 'Repository', 'store', inPhase('Ready'))
  await stage.apply(together(policy('data'), snapshot('first')))
  const first = await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
  const before = describeFiles(folder)
  emptyFolder(folder)
  await stage.apply(restoreOf('first', '{ pvcRef: { name: data } }'))
  const restored = await eventually(stage, 'Restore', 'back', inPhase('Completed'))
  expect(describeFiles(folder)).toEqual(before)
  for (const { status } of [first, restored]) expect(status?.['logTail']).toContain(kopiaId(first))
  return kopiaId(first)
}

export const backupAndRestore: ReadonlyArray<Scenario> = [
  {
    name: 'what was backed up to a volume comes back whole',
    play: async (stage) => {
      const [data, store] = [await stage.volume('data'), await stage.volume('store')]
      writeFiles(data.folder, 60)
      await stage.apply(together(secret(), folderRepository('store')))
      const id = await backUpAndRestore(stage, data.folder)
      expect((await observe({ folder: store.folder }, PASSWORD)).map((one) => one.id)).toEqual([id])
    },
  },
  {
    name: 'what was backed up to an object store comes back whole',
    play: async (stage) => {
      const data = await stage.volume('data')
      const s3 = await stage.objectStore('backups')
      writeFiles(data.folder, 60)
      await stage.apply(together(s3Secret(s3), s3Repository(s3)))
      const id = await backUpAndRestore(stage, data.folder)
      expect((await observe({ s3, prefix: 'test/' }, PASSWORD)).map((one) => one.id)).toEqual([id])
    },
  },
  {
    name: 'what was backed up to a WebDAV server comes back whole',
    play: async (stage) => {
      const data = await stage.volume('data')
      const webDav = await stage.webDav('backups')
      writeFiles(data.folder, 60)
      await stage.apply(together(webDavSecret(webDav), webDavRepository(webDav)))
      const id = await backUpAndRestore(stage, data.folder)
      expect((await observe({ webDav }, PASSWORD)).map((one) => one.id)).toEqual([id])
    },
  },
  {
    name: 'a restore makes the claim it is asked for, and the claim outlives it',
    play: async (stage) => {
      const data = await stage.volume('data')
      await stage.volume('store')
      writeFiles(data.folder, 20)
      await stage.apply(together(secret(), folderRepository('store'), policy('data'), snapshot('first')))
      await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'))
      await stage.apply(restoreOf('first', '{ pvc: { name: copy, capacity: 1Gi, storageClassName: immediate } }'))
      const restored = await eventually(stage, 'Restore', 'back', inPhase('Completed'))
      await stage.kube.remove(
        { apiVersion: restored.apiVersion, kind: 'Restore', namespace: stage.namespace, name: 'back' },
        { propagationPolicy: 'Foreground' },
      )()
      await waitFor('the Restore to go', async () =>
        (await listAll(stage, 'Restore')).length === 0 ? true : undefined,
      )
      const claim = await stage.kube.get({
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: stage.namespace,
        name: 'copy',
      })()
      expect(claim).toMatchObject({ _tag: 'Right' })
      expect(claim).not.toHaveProperty('right.metadata.deletionTimestamp')
    },
  },
  {
    name: 'a schedule backs up once when it is created, and tells when the next comes',
    play: async (stage) => {
      const data = await stage.volume('data')
      await stage.volume('store')
      writeFiles(data.folder, 10)
      await stage.apply(
        together(secret(), folderRepository('store'), policy('data'), schedule('H 3 * * *', '    runOnCreate: true\n')),
      )
      await waitFor(
        'one Snapshot to succeed',
        async () => {
          const all = await listAll(stage, 'Snapshot')
          return all.length === 1 && all.every(inPhase('Succeeded')) ? true : undefined
        },
        { limitSeconds: 120 },
      )
      const seen = await eventually(
        stage,
        'SnapshotSchedule',
        'often',
        (one) => one.status?.['lastSchedule'] !== undefined,
      )
      expect(seen.status).toHaveProperty('nextSchedule.at')
    },
  },
]
