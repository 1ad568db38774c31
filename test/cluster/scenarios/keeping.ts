import { describeFiles } from '../stage/files'
import { restoreOf, snapshot } from '../stage/manifests'
import { conditionOf, eventually, gone, inPhase, kopiaId, listAll, patchSpec, remove } from '../stage/see'
import type { Scenario } from '../stage/stage'
import { waitFor } from '../wait'
import { idsIn, makeGround, takeSnapshot, withSnapshots } from './ground'

const isPinned = (seen: { readonly status?: { readonly [field: string]: unknown } }): boolean =>
  seen.status?.['pinned'] === true

export const keeping: ReadonlyArray<Scenario> = [
  {
    name: 'a pinned Snapshot outlives retention',
    limitSeconds: 300,
    play: async (stage) => {
      const { store } = await withSnapshots(stage, ['old', 'middle'])
      await patchSpec(stage, 'Snapshot', 'middle', { pin: true })
      await eventually(stage, 'Snapshot', 'middle', isPinned)
      await takeSnapshot(stage, 'new')
      await patchSpec(stage, 'SnapshotPolicy', 'data', { retention: { keepLatest: 1 } })
      await gone(stage, 'Snapshot', 'old')
      const left = await listAll(stage, 'Snapshot')
      expect(left.map(({ metadata }) => metadata.name).sort()).toEqual(['middle', 'new'])
      expect(await idsIn(store)).toEqual(left.map(kopiaId).sort())
    },
  },
  {
    name: 'a pin is followed to the new id, which can be restored and deleted',
    limitSeconds: 300,
    play: async (stage) => {
      const { data, store, made } = await withSnapshots(stage, ['one'])
      const files = describeFiles(data.folder)
      await patchSpec(stage, 'Snapshot', 'one', { pin: true })
      const pinned = kopiaId(await eventually(stage, 'Snapshot', 'one', isPinned))
      expect(made).not.toContain(pinned)
      expect(await idsIn(store)).toEqual([pinned])
      const { folder } = await stage.volume('back')
      await stage.apply(restoreOf('one', '{ pvcRef: { name: back } }'))
      await eventually(stage, 'Restore', 'back', inPhase('Completed'))
      expect(describeFiles(folder)).toEqual(files)
      await remove(stage, 'Snapshot', 'one')
      await gone(stage, 'Snapshot', 'one')
      expect(await idsIn(store)).toEqual([])
    },
  },
  {
    name: 'a run over unchanged files is told as such where it is asked to be',
    play: async (stage) => {
      const { store } = await makeGround(stage, { policyFields: '  files: { ignoreIdenticalSnapshots: true }\n' })
      const first = kopiaId(await takeSnapshot(stage, 'first'))
      await stage.apply(snapshot('second'))
      const second = await eventually(stage, 'Snapshot', 'second', inPhase('Unchanged', 'Succeeded', 'Failed'))
      expect(second.status).toMatchObject({ phase: 'Unchanged', timing: { endTime: expect.any(String) } })
      expect(second.status).not.toHaveProperty('snapshot')
      expect(second.status).not.toHaveProperty('failure')
      expect(conditionOf(second, 'Ready')?.status).toBe('True')
      expect(await idsIn(store)).toEqual([first])
    },
  },
  {
    name: 'a Snapshot whose repository object is gone goes and keeps its data',
    play: async (stage) => {
      const { store, made } = await withSnapshots(stage, ['one'])
      await remove(stage, 'Repository', 'store')
      await gone(stage, 'Repository', 'store')
      await remove(stage, 'Snapshot', 'one')
      await gone(stage, 'Snapshot', 'one')
      expect(await idsIn(store)).toEqual(made)
    },
  },
  {
    name: 'two Snapshots at once of one policy both succeed, each with its own kopia snapshot',
    play: async (stage) => {
      const { store } = await makeGround(stage, {})
      await stage.apply(`${snapshot('one')}---\n${snapshot('two')}`)
      const ids: string[] = []
      for (const name of ['one', 'two'])
        ids.push(kopiaId(await eventually(stage, 'Snapshot', name, inPhase('Succeeded'))))
      await waitFor('the repository to show both', async () =>
        JSON.stringify(await idsIn(store)) === JSON.stringify(ids.sort()) ? true : undefined,
      )
    },
  },
]
