import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder, writeFiles } from '../stage/files'
import { folderRepository, policy, secret, snapshot, together } from '../stage/manifests'
import { conditionOf, eventually, gone, inPhase, kopiaId, remove } from '../stage/see'
import type { Scenario } from '../stage/stage'
import { idsIn, makeGround, takeSnapshot } from './ground'

const MIB = 1024 * 1024

const writeRandom = (folder: string, mebibytes: number): void => {
  emptyFolder(folder)
  writeFileSync(join(folder, 'random'), randomBytes(mebibytes * MIB), { mode: 0o644 })
}

const fullVolume: Scenario = {
  name: 'a full repository volume fails the run, loses nothing, and works again once it is larger',
  play: async (stage) => {
    if (stage.smallVolume === undefined) throw new Error('this stage has no volumes of a given size')
    const data = await stage.volume('data')
    const store = await stage.smallVolume('store', 24)
    writeRandom(data.folder, 4)
    await stage.apply(together(secret(), folderRepository('store'), policy('data')))
    const first = kopiaId(await takeSnapshot(stage, 'first'))
    writeRandom(data.folder, 60)
    await stage.apply(snapshot('second'))
    const second = await eventually(stage, 'Snapshot', 'second', inPhase('Failed', 'Succeeded'))
    expect(second.status).toMatchObject({ phase: 'Failed', failure: { kopiaErrorClass: 'NoSpace' } })
    expect(conditionOf(second, 'Ready')?.message).toMatch(/space/)
    expect(await idsIn(store.folder)).toEqual([first])
    await store.resize(400)
    const third = kopiaId(await takeSnapshot(stage, 'third'))
    expect(await idsIn(store.folder)).toEqual([first, third].sort())
  },
}

const closeFolder = (folder: string): void => {
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  writeFileSync(join(closed, 'secret'), 'nobody else may read it')
  chmodSync(closed, 0o700)
}

const unreadable: ReadonlyArray<Scenario> = [
  {
    name: 'a folder that the mover may not read fails the run and is named as the reason',
    only: 'real',
    play: async (stage) => {
      const { data, store } = await makeGround(stage, {})
      closeFolder(data.folder)
      await stage.apply(snapshot('first'))
      const first = await eventually(stage, 'Snapshot', 'first', inPhase('Failed', 'Succeeded'))
      const stderrTail = expect.stringMatching(/closed: permission denied/)
      expect(first.status).toMatchObject({
        phase: 'Failed',
        failure: { kopiaErrorClass: 'PartialSnapshot', stderrTail },
      })
      expect(conditionOf(first, 'Ready')?.message).toMatch(/could not be read/)
      // What kopia saved nonetheless carries the run's tag, and goes with the Snapshot.
      await remove(stage, 'Snapshot', 'first')
      await gone(stage, 'Snapshot', 'first')
      expect(await idsIn(store)).toEqual([])
    },
  },
  {
    name: 'a folder that the mover may not read is left out where that is asked for, and the Snapshot says so',
    only: 'real',
    play: async (stage) => {
      const { data } = await makeGround(stage, {
        policyFields: '  errorHandling: { ignoreDirErrors: true, ignoreFileErrors: true }\n',
      })
      closeFolder(data.folder)
      const first = await takeSnapshot(stage, 'first')
      expect(conditionOf(first, 'SecurityContextCompatible')?.status).toBe('False')
    },
  },
]

const emptySource: Scenario = {
  name: 'an empty volume is backed up as what it is',
  play: async (stage) => {
    const { data, store } = await makeGround(stage, {})
    emptyFolder(data.folder)
    const first = kopiaId(await takeSnapshot(stage, 'first'))
    writeFiles(data.folder, 3)
    const second = kopiaId(await takeSnapshot(stage, 'second'))
    expect(await idsIn(store)).toEqual([first, second].sort())
  },
}

/** A small volume is a mount of its own, for which one has to be root. */
export const trouble: ReadonlyArray<Scenario> = [
  ...(process.getuid?.() === 0 ? [fullVolume] : []),
  ...unreadable,
  emptySource,
]
