import { API_VERSION } from '../../../api/names/group'
import { refOf } from '../../../embedded/api/kind-definition'
import { judgeQuiet, oracles } from '../oracles'
import type { Script } from './action'
import { perform } from './perform'
import { establish } from './setting'
import { APPS, atRest, World, type Violation, type WorldOptions } from './world'

/** Minutes in which everything has to come to rest after the last trouble. */
const AFTERMATH = 45

export interface Play extends Omit<WorldOptions, 'seed'> {
  /** Watches from the first moment. */
  readonly onlooker?: (world: World) => void
  /** Ends the world as soon as one of these oracles has spoken. */
  readonly endAt?: RegExp
}

/** Plays a script to its end and tells what the oracles saw. */
export const runWorld = async (script: Script, play: Play): Promise<ReadonlyArray<Violation>> => {
  const world = new World({ ...play, seed: script.seed })
  play.onlooker?.(world)
  const watches = oracles.map((oracle) => oracle.watch(world))
  const isOver = (): boolean => world.violations.some(({ oracle }) => play.endAt?.test(oracle) ?? false)
  world.cluster.start()
  establish(world, script.setting)
  for (const { after, action } of script.steps) {
    await passTime(world, after, isOver)
    if (isOver()) break
    perform(world, script.setting, action)
  }
  calm(world)
  await passTime(world, AFTERMATH * 60 + world.ahead / 1_000, isOver)
  if (!isOver()) watches.forEach(({ atEnd }) => atEnd?.())
  if (!isOver()) await judgeQuiet(world)
  world.stop()
  return world.violations
}

/** Minute by minute, as long as it is worth while. */
const passTime = async (world: World, seconds: number, isOver: () => boolean): Promise<void> => {
  for (let left = seconds; left > 0 && !isOver(); left -= 60) await world.run(Math.min(left, 60) * 1_000)
}

/** Ends all troubles, and stops the schedules so that there can be rest. */
const calm = (world: World): void => {
  world.calmAt = world.clock.now()
  world.hooksDown(false)
  Object.assign(world.troubles.line, atRest().line)
  Object.assign(world.troubles.mover, atRest().mover)
  world.troubles.lag = atRest().lag
  world.troubles.leastLag = 0
  world.troubles.api = 0
  world.troubles.skew = 0
  for (const schedule of world.list(API_VERSION, 'SnapshotSchedule', APPS))
    world.person((store) =>
      store.patch(refOf(schedule), { type: 'merge', body: { spec: { schedule: { suspend: true } } } }),
    )
}
