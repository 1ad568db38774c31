import { API_VERSION } from '../../../api/names/group'
import { refOf } from '../../../embedded/api/kind-definition'
import { judgeQuiet, oracles } from '../oracles'
import type { Script } from './action'
import { perform } from './perform'
import { establish } from './setting'
import { APPS, atRest, World, type Violation, type WorldOptions } from './world'

/** Minutes in which everything has to come to rest after the last trouble. */
const AFTERMATH = 45

/** Plays a script to its end and tells what the oracles saw; an onlooker may watch from the first moment. */
export const runWorld = async (
  script: Script,
  options: Omit<WorldOptions, 'seed'>,
  onlooker: (world: World) => void = () => undefined,
): Promise<ReadonlyArray<Violation>> => {
  const world = new World({ ...options, seed: script.seed })
  onlooker(world)
  const watches = oracles.map((oracle) => oracle.watch(world))
  world.cluster.start()
  establish(world, script.setting)
  for (const { after, action } of script.steps) {
    await world.run(after * 1_000)
    perform(world, script.setting, action)
  }
  calm(world)
  await world.run(AFTERMATH * 60_000)
  watches.forEach(({ atEnd }) => atEnd?.())
  await judgeQuiet(world)
  world.stop()
  return world.violations
}

/** Ends all troubles, and stops the schedules so that there can be rest. */
const calm = (world: World): void => {
  world.calmAt = world.clock.now()
  world.hooksDown(false)
  Object.assign(world.troubles.line, atRest().line)
  Object.assign(world.troubles.mover, atRest().mover)
  world.troubles.lag = atRest().lag
  world.troubles.api = 0
  world.troubles.skew = 0
  for (const schedule of world.list(API_VERSION, 'SnapshotSchedule', APPS))
    world.person((store) =>
      store.patch(refOf(schedule), { type: 'merge', body: { spec: { schedule: { suspend: true } } } }),
    )
}
