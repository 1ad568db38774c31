import fc from 'fast-check'
import { controllers } from '../../hooks/registry'
import { snapshotFacts } from './oracles/snapshot-facts'
import { script } from './world/action'
import { runWorld } from './world/run-world'
import type { Life } from './world/history'
import type { World } from './world/world'

jest.setTimeout(300_000)

/** What thirty worlds show for certain; a Job must be deleted at the right moment for a second one to be made. */
const AT_LEAST = {
  minted: 40,
  Saved: 40,
  pruned: 8,
  Deleted: 10,
  'deleted by hand': 5,
  Restore: 15,
  Restored: 5,
  PersistentVolume: 8,
  VolumeSnapshot: 10,
  'copy of a volume': 15,
  'lasting cache': 3,
  'second Job': 1,
}

/** What happened in a world, by name. */
const happenings = (world: World): ReadonlyArray<string> => [
  ...world.backends.acts.map(({ _tag }) => _tag),
  ...[...world.history.lives.values()].flatMap(lifeStory),
]

/** What a name tells. */
const named = (kind: string, name: string): ReadonlyArray<string> => [
  ...(kind === 'Job' && name.endsWith('-r2') ? ['second Job'] : []),
  ...(name.startsWith('kopiur-cache-') ? ['lasting cache'] : []),
  ...(kind === 'PersistentVolumeClaim' && name.endsWith('-src') ? ['copy of a volume'] : []),
]

const lifeStory = ({ created: { object, by }, dying }: Life): ReadonlyArray<string> => {
  const isSnapshot = object.kind === 'Snapshot'
  const pruned = dying?.by === 'metacontroller' && snapshotFacts(dying.before ?? object).stamp === 'retention'
  return [
    isSnapshot && by === 'metacontroller' ? 'minted' : object.kind,
    ...named(object.kind, object.metadata.name),
    ...(pruned ? ['pruned'] : []),
    ...(isSnapshot && dying?.by === 'person' ? ['deleted by hand'] : []),
  ]
}

it('the random worlds are eventful: what the judges judge does happen', async () => {
  const seen = new Map<string, number>()
  for (const one of fc.sample(script, { numRuns: 30, seed: 20_260_301 })) {
    const worlds: World[] = []
    await runWorld(one, { controllers, onlooker: (world) => worlds.push(world) })
    for (const name of worlds.flatMap(happenings)) seen.set(name, (seen.get(name) ?? 0) + 1)
  }
  const rare = Object.entries(AT_LEAST).filter(([name, least]) => (seen.get(name) ?? 0) < least)
  expect({ rare, seen: Object.fromEntries([...seen].sort()) }).toMatchObject({ rare: [] })
})
