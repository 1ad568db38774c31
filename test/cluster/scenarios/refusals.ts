import { refused } from '../refused'
import { policy, restore, schedule, snapshot } from '../stage/manifests'
import { listAll } from '../stage/see'
import type { Scenario } from '../stage/stage'

/** What is wrong, and a word that the answer must have. */
const WRONG: ReadonlyArray<readonly [string, string, RegExp]> = [
  ['a cron that nobody understands', schedule('61 * * * *'), /cron/],
  ['a time zone that does not exist', schedule('H 3 * * *', '    timezone: Mars/Olympus\n'), /timezone|time zone/i],
  ['a policy without a source', policy('data').replace(/ {2}sources:.*\n/, ''), /source/],
  [
    'a Restore with two targets',
    restore('back', '{ snapshotRef: { name: one } }', '{ pvcRef: { name: a }, populator: {} }'),
    /target/,
  ],
  ['a deletion policy that does not exist', snapshot('one', '  deletionPolicy: Perhaps\n'), /deletionPolicy/],
]

export const refusals: ReadonlyArray<Scenario> = WRONG.map(([what, manifest, word]) => ({
  name: `refused with its field: ${what}`,
  play: async (stage) => {
    expect(await refused(stage.apply(manifest))).toMatch(word)
    for (const kind of ['SnapshotPolicy', 'SnapshotSchedule', 'Snapshot', 'Restore'] as const)
      expect(await listAll(stage, kind)).toEqual([])
  },
}))
