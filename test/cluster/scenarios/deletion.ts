import { snapshot } from '../stage/manifests'
import { annotate, conditionOf, eventually, gone, inPhase, kopiaId, listAll, remove } from '../stage/see'
import type { Scenario } from '../stage/stage'
import { waitFor } from '../wait'
import { idsIn, withSnapshots } from './ground'

export const deletion: ReadonlyArray<Scenario> = [
  {
    name: 'deleting a Snapshot deletes its kopia snapshot and no other',
    play: async (stage) => {
      const { store } = await withSnapshots(stage, ['one', 'two'])
      const kept = kopiaId(await eventually(stage, 'Snapshot', 'two', inPhase('Succeeded')))
      await remove(stage, 'Snapshot', 'one')
      await gone(stage, 'Snapshot', 'one')
      expect(await idsIn(store)).toEqual([kept])
    },
  },
  {
    name: 'a Snapshot with policy Retain leaves its kopia snapshot behind',
    play: async (stage) => {
      const { store, made } = await withSnapshots(stage, ['one'])
      await stage.apply(snapshot('one', '  deletionPolicy: Retain\n'))
      await remove(stage, 'Snapshot', 'one')
      await gone(stage, 'Snapshot', 'one')
      expect(await idsIn(store)).toEqual(made)
    },
  },
  {
    name: 'retention keeps what it is asked to keep',
    limitSeconds: 300,
    play: async (stage) => {
      const { store } = await withSnapshots(stage, ['a', 'b', 'c', 'd'], {
        policyFields: '  retention: { keepLatest: 2 }\n',
      })
      await waitFor(
        'two Snapshots to be left',
        async () => ((await listAll(stage, 'Snapshot')).length === 2 ? true : undefined),
        { limitSeconds: 90 },
      )
      const left = await listAll(stage, 'Snapshot')
      expect(left.map((one) => one.metadata.name).sort()).toEqual(['c', 'd'])
      expect(await idsIn(store)).toEqual(left.map(kopiaId).sort())
    },
  },
  {
    name: 'deleting a policy takes its Snapshots along and keeps every kopia snapshot',
    play: async (stage) => {
      const { store, made } = await withSnapshots(stage, ['one', 'two'])
      await remove(stage, 'SnapshotPolicy', 'data', 'Foreground')
      await gone(stage, 'SnapshotPolicy', 'data')
      await waitFor('the Snapshots to go', async () =>
        (await listAll(stage, 'Snapshot')).length === 0 ? true : undefined,
      )
      expect(await idsIn(store)).toEqual(made)
    },
  },
  {
    name: 'many deletions at once are held until they are confirmed',
    limitSeconds: 300,
    play: async (stage) => {
      const { store, made } = await withSnapshots(stage, ['one', 'two', 'three'], {
        repositoryFields: '  deletionProtection: { threshold: 2 }\n',
      })
      for (const name of ['one', 'two', 'three']) await remove(stage, 'Snapshot', name)
      const repository = await eventually(
        stage,
        'Repository',
        'store',
        (one) => conditionOf(one, 'MassDeletionHeld')?.status === 'True',
      )
      await eventually(stage, 'Snapshot', 'one', (one) => conditionOf(one, 'DeletionHeld')?.status === 'True')
      expect(await idsIn(store)).toEqual(made)
      expect(conditionOf(repository, 'MassDeletionHeld')?.message).toContain('kubectl annotate')
      const ack =
        /allow-mass-deletion=([^ '"`]+)/.exec(conditionOf(repository, 'MassDeletionHeld')?.message ?? '')?.[1] ?? ''
      await annotate(stage, 'Repository', 'store', { 'kopiur.home-operations.com/allow-mass-deletion': ack })
      for (const name of ['one', 'two', 'three']) await gone(stage, 'Snapshot', name)
      expect(await idsIn(store)).toEqual([])
    },
  },
]
