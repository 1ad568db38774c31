import { schedule } from '../stage/manifests'
import { conditionOf, eventually, inPhase, listAll, patchSpec } from '../stage/see'
import type { Scenario } from '../stage/stage'
import { waitFor } from '../wait'
import { makeGround } from './ground'

export const timing: ReadonlyArray<Scenario> = [
  {
    name: 'a suspended schedule takes no snapshot and says so',
    play: async (stage) => {
      await makeGround(stage, {})
      await stage.apply(schedule('H 3 * * *', '    runOnCreate: true\n    suspend: true\n'))
      await eventually(stage, 'SnapshotSchedule', 'often', (one) => conditionOf(one, 'Ready')?.reason === 'Suspended')
      await eventually(stage, 'Repository', 'store', inPhase('Ready'))
      expect(await listAll(stage, 'Snapshot')).toEqual([])
    },
  },
  {
    name: 'a suspended policy takes no snapshot by schedule and says so; lifted, the schedule goes on',
    play: async (stage) => {
      await makeGround(stage, { policyFields: '  suspend: true\n' })
      await eventually(stage, 'SnapshotPolicy', 'data', (one) => conditionOf(one, 'Ready')?.reason === 'Suspended')
      await stage.apply(schedule('H 3 * * *'))
      await eventually(stage, 'SnapshotSchedule', 'often', (one) => one.status?.['nextSchedule'] !== undefined)
      expect(await listAll(stage, 'Snapshot')).toEqual([])
      await patchSpec(stage, 'SnapshotPolicy', 'data', { suspend: false })
      await eventually(stage, 'SnapshotPolicy', 'data', (one) => conditionOf(one, 'Ready')?.reason !== 'Suspended')
    },
  },
  {
    name: 'a schedule of each minute takes one snapshot for each slot',
    limitSeconds: 300,
    play: async (stage) => {
      await makeGround(stage, {})
      await stage.apply(schedule('* * * * *'))
      const made = await waitFor(
        'two Snapshots to succeed',
        async () => {
          const all = (await listAll(stage, 'Snapshot')).filter(inPhase('Succeeded'))
          return all.length >= 2 ? all : undefined
        },
        { limitSeconds: 240, everyMs: 500 },
      )
      const slots = made.map(({ metadata }) => metadata.annotations?.['kopiur.home-operations.com/slot'])
      expect(new Set(slots).size).toBe(made.length)
      expect(slots.every((slot) => slot !== undefined)).toBe(true)
    },
  },
]
