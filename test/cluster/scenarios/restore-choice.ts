import { describeFiles } from '../stage/files'
import { restore, restoreOf } from '../stage/manifests'
import { conditionOf, eventually, gone, inPhase, kopiaId, look, refOf, remove, type Seen } from '../stage/see'
import type { Scenario, Stage } from '../stage/stage'
import { makeGround, refill, takeSnapshot, withSnapshots } from './ground'

const NEW_CLAIM = (name: string): string => `{ pvc: { name: ${name}, capacity: 1Gi, storageClassName: immediate } }`

const resolvedId = ({ status }: Seen): unknown => {
  const resolved = status?.['resolved']
  return typeof resolved === 'object' && resolved !== null && 'kopiaSnapshotID' in resolved
    ? resolved.kopiaSnapshotID
    : undefined
}

const identityOf = ({ status }: Seen): { readonly username: string; readonly hostname: string } => {
  const saved = status?.['snapshot']
  const identity = typeof saved === 'object' && saved !== null && 'identity' in saved ? saved.identity : undefined
  return identity as { readonly username: string; readonly hostname: string }
}

/** Restores into a volume of its own; gives the id that was chosen and the files that came. */
const restoreInto = async (
  stage: Stage,
  name: string,
  source: string,
  more = '',
): Promise<{ readonly id: unknown; readonly files: ReturnType<typeof describeFiles>; readonly seen: Seen }> => {
  const { folder } = await stage.volume(name)
  await stage.apply(restore(name, source, `{ pvcRef: { name: ${name} } }`, more))
  const seen = await eventually(stage, 'Restore', name, inPhase('Completed'))
  return { id: resolvedId(seen), files: describeFiles(folder), seen }
}

export const restoreChoice: ReadonlyArray<Scenario> = [
  {
    name: 'a restore by policy takes the newest snapshot, the one before it, or that of a moment',
    limitSeconds: 300,
    play: async (stage) => {
      const ground = await makeGround(stage, {})
      const filesOfOne = describeFiles(ground.data.folder)
      const one = kopiaId(await takeSnapshot(stage, 'one'))
      const afterOne = new Date().toISOString()
      refill(ground, 'second')
      const filesOfTwo = describeFiles(ground.data.folder)
      const two = kopiaId(await takeSnapshot(stage, 'two'))
      const newest = await restoreInto(stage, 'newest', '{ fromPolicy: { name: data } }')
      expect(newest).toMatchObject({ id: two, files: filesOfTwo })
      expect(newest.seen.status).toMatchObject({ sourceKind: 'FromPolicy', resolved: { resolution: 'Snapshot' } })
      expect(newest.seen.status).toHaveProperty('resolved.pinnedAt')
      expect(await restoreInto(stage, 'before', '{ fromPolicy: { name: data, offset: 1 } }')).toMatchObject({
        id: one,
        files: filesOfOne,
      })
      expect(await restoreInto(stage, 'then', `{ fromPolicy: { name: data, asOf: "${afterOne}" } }`)).toMatchObject({
        id: one,
        files: filesOfOne,
      })
    },
  },
  {
    name: 'a restore by identity needs no policy and no Snapshot',
    limitSeconds: 300,
    play: async (stage) => {
      const ground = await makeGround(stage, {})
      const files = describeFiles(ground.data.folder)
      const one = await takeSnapshot(stage, 'one')
      const { username, hostname } = identityOf(one)
      await remove(stage, 'SnapshotPolicy', 'data')
      await gone(stage, 'SnapshotPolicy', 'data')
      await gone(stage, 'Snapshot', 'one')
      const source = `{ identity: { username: ${username}, hostname: ${hostname} } }`
      expect(await restoreInto(stage, 'back', source, '  repository: { name: store }\n')).toMatchObject({
        id: kopiaId(one),
        files,
      })
    },
  },
  {
    name: 'a snapshot that is missing fails a restore, or gives an empty volume where that is allowed',
    play: async (stage) => {
      await makeGround(stage, {})
      await stage.apply(restoreOf('nobody', NEW_CLAIM('a'), 'a', '  policy: { onMissingSnapshot: Fail }\n'))
      const failed = await eventually(stage, 'Restore', 'a', inPhase('Failed'))
      expect(conditionOf(failed, 'Resolved')?.reason).toBe('SnapshotNotFound')
      expect(conditionOf(failed, 'Stalled')?.status).toBe('True')
      expect(conditionOf(failed, 'Ready')?.status).toBe('False')
      await stage.apply(restore('b', '{ fromPolicy: { name: data } }', NEW_CLAIM('b')))
      const empty = await eventually(stage, 'Restore', 'b', inPhase('Completed'))
      expect(conditionOf(empty, 'Resolved')?.reason).toBe('NoSnapshotContinue')
      expect(conditionOf(empty, 'Ready')?.status).toBe('True')
      expect(await look(stage.kube, refOf(stage, 'PersistentVolumeClaim', 'b'))).toBeDefined()
      const strict = '  policy: { onMissingSnapshot: Fail }\n'
      await stage.apply(restore('c', '{ fromPolicy: { name: data } }', NEW_CLAIM('c'), strict))
      await eventually(stage, 'Restore', 'c', inPhase('Failed'))
    },
  },
  {
    name: 'a restore waits for a snapshot that comes late',
    play: async (stage) => {
      await makeGround(stage, {})
      await stage.volume('back')
      const patience = '  policy: { waitTimeout: 10m }\n'
      await stage.apply(restoreOf('late', '{ pvcRef: { name: back } }', 'back', patience))
      const waiting = await eventually(
        stage,
        'Restore',
        'back',
        (one) => conditionOf(one, 'Resolved')?.reason === 'WaitingForSnapshot',
      )
      expect(waiting.status?.phase).toBe('Pending')
      const late = kopiaId(await takeSnapshot(stage, 'late'))
      expect(resolvedId(await eventually(stage, 'Restore', 'back', inPhase('Completed')))).toBe(late)
    },
  },
  {
    name: 'the options of a restore reach kopia',
    play: async (stage) => {
      await withSnapshots(stage, ['one'])
      const options = '  options: { parallel: 2, overwriteFiles: true, skipTimes: true, writeFilesAtomically: true }\n'
      await restoreInto(stage, 'back', '{ snapshotRef: { name: one } }', options)
    },
  },
]
