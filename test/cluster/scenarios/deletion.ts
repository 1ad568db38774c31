import { writeFiles } from '../stage/files'
import { folderRepository, PASSWORD, policy, secret, snapshot, together } from '../stage/manifests'
import { observe } from '../stage/observer'
import { annotate, conditionOf, eventually, gone, inPhase, kopiaId, listAll, remove } from '../stage/see'
import type { Scenario, Stage } from '../stage/stage'
import { waitFor } from '../wait'

const ids = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await observe({ folder }, PASSWORD)).map((one) => one.id).sort()

interface Ground {
  readonly store: string
  readonly made: ReadonlyArray<string>
}

/** Files, a Ready repository, a policy, and Snapshots that succeeded one after the other. */
const withSnapshots = async (
  stage: Stage,
  names: ReadonlyArray<string>,
  policyFields = '',
  repositoryFields = '',
): Promise<Ground> => {
  const [data, store] = [await stage.volume('data'), await stage.volume('store')]
  writeFiles(data.folder, 10)
  await stage.apply(together(secret(), folderRepository('store', repositoryFields), policy('data', policyFields)))
  const made: string[] = []
  for (const name of names) {
    await stage.apply(snapshot(name))
    made.push(kopiaId(await eventually(stage, 'Snapshot', name, inPhase('Succeeded'))))
  }
  return { store: store.folder, made: made.sort() }
}

export const deletion: ReadonlyArray<Scenario> = [
  {
    name: 'deleting a Snapshot deletes its kopia snapshot and no other',
    play: async (stage) => {
      const { store } = await withSnapshots(stage, ['one', 'two'])
      const kept = kopiaId(await eventually(stage, 'Snapshot', 'two', inPhase('Succeeded')))
      await remove(stage, 'Snapshot', 'one')
      await gone(stage, 'Snapshot', 'one')
      expect(await ids(store)).toEqual([kept])
    },
  },
  {
    name: 'a Snapshot with policy Retain leaves its kopia snapshot behind',
    play: async (stage) => {
      const { store, made } = await withSnapshots(stage, ['one'], '')
      await stage.apply(snapshot('one', '  deletionPolicy: Retain\n'))
      await remove(stage, 'Snapshot', 'one')
      await gone(stage, 'Snapshot', 'one')
      expect(await ids(store)).toEqual(made)
    },
  },
  {
    name: 'retention keeps what it is asked to keep',
    limitSeconds: 300,
    play: async (stage) => {
      const { store } = await withSnapshots(stage, ['a', 'b', 'c', 'd'], '  retention: { keepLatest: 2 }\n')
      await waitFor(
        'two Snapshots to be left',
        async () => ((await listAll(stage, 'Snapshot')).length === 2 ? true : undefined),
        { limitSeconds: 90 },
      )
      const left = await listAll(stage, 'Snapshot')
      expect(left.map((one) => one.metadata.name).sort()).toEqual(['c', 'd'])
      expect(await ids(store)).toEqual(left.map(kopiaId).sort())
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
      expect(await ids(store)).toEqual(made)
    },
  },
  {
    name: 'many deletions at once are held until they are confirmed',
    limitSeconds: 300,
    play: async (stage) => {
      const { store, made } = await withSnapshots(
        stage,
        ['one', 'two', 'three'],
        '',
        '  deletionProtection: { threshold: 2 }\n',
      )
      for (const name of ['one', 'two', 'three']) await remove(stage, 'Snapshot', name)
      const repository = await eventually(
        stage,
        'Repository',
        'store',
        (one) => conditionOf(one, 'MassDeletionHeld')?.status === 'True',
      )
      await eventually(stage, 'Snapshot', 'one', (one) => conditionOf(one, 'DeletionHeld')?.status === 'True')
      expect(await ids(store)).toEqual(made)
      expect(conditionOf(repository, 'MassDeletionHeld')?.message).toContain('kubectl annotate')
      const ack =
        /allow-mass-deletion=([^ '"`]+)/.exec(conditionOf(repository, 'MassDeletionHeld')?.message ?? '')?.[1] ?? ''
      await annotate(stage, 'Repository', 'store', { 'kopiur.home-operations.com/allow-mass-deletion': ack })
      for (const name of ['one', 'two', 'three']) await gone(stage, 'Snapshot', name)
      expect(await ids(store)).toEqual([])
    },
  },
]
