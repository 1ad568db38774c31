import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realStage } from '../test/cluster/stage/real'
import { startWorld, stopWorld } from '../test/cluster/world'
import { makeGround } from './cluster/bench-ground'
import { burst, deletion, idle, oneByOne, restart } from './cluster/points'
import { numberOption, type Measuring } from './measure'

const FILES = 100

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/**
 * What the product asks of an API server, counted from its audit log by client and verb, on a real cluster. Options:
 * `--number` of the cluster, `--runs` of one Snapshot, `--burst`, `--policies`, `--idle` seconds, `--terminal` Snapshots.
 */
export const measure: Measuring = async (options) => {
  const number = numberOption(options, 'number', 8)
  const policies = numberOption(options, 'policies', 10)
  const folder = mkdtempSync(join(tmpdir(), 'kopiur-bench-audit-'))
  const auditLog = join(folder, 'audit.log')
  await stopWorld(number)
  try {
    const world = await startWorld({ number, auditLog, say })
    const { stage } = await realStage(world, 'bench')
    const site = { world, auditLog, stage }
    await makeGround(stage, policies, FILES)
    const runs = numberOption(options, 'runs', 5)
    const measures = [
      ...(await oneByOne(site, runs)),
      ...(await burst(site, { count: numberOption(options, 'burst', 50), policies })),
      ...(await idle(site, { windowSeconds: numberOption(options, 'idle', 120), policies })),
      ...(await deletion(site, Math.min(3, runs))),
      ...(await restart(site, { count: numberOption(options, 'terminal', 200), policies })),
    ]
    world.engine.close()
    return measures
  } finally {
    await stopWorld(number)
    rmSync(folder, { recursive: true, force: true })
  }
}
