import { Annotation } from '../../api/names/annotations'
import { controllers } from '../../hooks/registry'
import { edit, mine, remove, snapshots } from './world/person'
import { runWorld } from './world/run-world'
import { USUAL } from './world/setting'
import type { World } from './world/world'

const MINUTE = 60_000

/** Stamps all Snapshots of a world by hand after some minutes; gives the world back once it is over. */
const stamped = async (onPolicyDelete: 'Retain' | 'Delete', after: (world: World) => void): Promise<World> => {
  const worlds: World[] = []
  const violations = await runWorld(
    {
      seed: 1,
      setting: { ...USUAL, retention: { keepLatest: 9 }, onPolicyDelete },
      steps: [{ after: 1_800, action: { _tag: 'RestartMetacontroller' } }],
    },
    {
      controllers,
      onlooker: (world) => {
        worlds.push(world)
        world.clock.schedule(world.clock.now() + 20 * MINUTE, () => {
          for (const one of snapshots(world))
            edit(world, one, { metadata: { annotations: { [Annotation.prunedBy]: 'retention' } } })
          after(world)
        })
      },
    },
  )
  expect(violations).toEqual([])
  const [world] = worlds
  if (world === undefined) throw new Error('no world')
  return world
}

const deletePolicy = (world: World): void => remove(world, mine(world, 'SnapshotPolicy', 'first'))

it('a policy that takes its data along goes although its Snapshots were stamped by hand', async () => {
  const world = await stamped('Delete', deletePolicy)
  expect(mine(world, 'SnapshotPolicy', 'first')).toBeUndefined()
  expect(snapshots(world).filter(({ spec }) => JSON.stringify(spec).includes('"first"'))).toEqual([])
})

it('Snapshots that were stamped by hand stay, without the stamp', async () => {
  const world = await stamped('Retain', () => undefined)
  const left = snapshots(world)
  expect(left.length).toBeGreaterThan(4)
  expect(left.filter(({ metadata }) => metadata.annotations?.[Annotation.prunedBy] !== undefined)).toEqual([])
})
