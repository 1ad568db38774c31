import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realStage } from '../test/cluster/stage/real'
import { startWorld, stopWorld } from '../test/cluster/world'
import { makeGround } from './cluster/bench-ground'
import { burst, deletion, idle, oneByOne, restart } from './cluster/points'
import { numberOption, type Measure, type Measuring, type Options } from './measure'

const FILES = 100

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const POINTS = ['one', 'burst', 'idle', 'deletion', 'restart']
/** Points that work on the Snapshots of another one. */
const AFTER: ReadonlyMap<string, string> = new Map([
  ['deletion', 'one'],
  ['restart', 'burst'],
])

/** All points, or those that are named, as `one,deletion`. */
const chosenPoints = ({ points }: Options): ReadonlyArray<string> => {
  const chosen = points?.split(',') ?? POINTS
  const unknown = chosen.filter((point) => !POINTS.includes(point))
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is none of ${POINTS.join(', ')}`)
  for (const [point, earlier] of AFTER)
    if (chosen.includes(point) && !chosen.includes(earlier)) throw new Error(`${point} needs ${earlier} before it`)
  return chosen
}

/**
 * What the product asks of an API server, counted from its audit log by client and verb, on a real cluster. Options:
 * `--number` of the cluster, `--points` to measure, `--runs` of one Snapshot, `--burst`, `--policies`, `--idle` seconds,
 * `--terminal` Snapshots, `--sequence` for every request of one Snapshot and of a deletion in order.
 */
export const measure: Measuring = async (options) => {
  const chosen = chosenPoints(options)
  const number = numberOption(options, 'number', 8)
  const policies = numberOption(options, 'policies', 10)
  const folder = mkdtempSync(join(tmpdir(), 'kopiur-bench-audit-'))
  const auditLog = join(folder, 'audit.log')
  await stopWorld(number)
  try {
    const world = await startWorld({ number, auditLog, say })
    const { stage } = await realStage(world, 'bench')
    const site = { world, auditLog, stage, sequence: 'sequence' in options }
    await makeGround(stage, policies, FILES)
    const runs = numberOption(options, 'runs', 5)
    const points: { readonly [point: string]: () => Promise<ReadonlyArray<Measure>> } = {
      one: () => oneByOne(site, runs),
      burst: () => burst(site, { count: numberOption(options, 'burst', 50), policies }),
      idle: () => idle(site, { windowSeconds: numberOption(options, 'idle', 120), policies }),
      deletion: () => deletion(site, Math.min(3, runs)),
      restart: () => restart(site, { count: numberOption(options, 'terminal', 1_000), policies }),
    }
    const measures: Measure[] = []
    for (const point of chosen) measures.push(...((await points[point]?.()) ?? []))
    world.engine.close()
    return measures
  } finally {
    await stopWorld(number)
    rmSync(folder, { recursive: true, force: true })
  }
}
