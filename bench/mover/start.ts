import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Measure, median } from '../measure'
import { makePlace, moverEnvironment, snapshotOperation } from './place'

/** Milliseconds from the start of Node until kopia is executed, measured by a program in kopia's place. */
export const startToExec = async (program: string, times: number): Promise<Measure> => {
  const place = makePlace()
  const stamp = join(place.folder, 'stamp')
  const probe = join(place.folder, 'kopia-probe')
  writeFileSync(probe, `#!/bin/sh\ndate +%s%N > '${stamp}'\nexit 1\n`)
  chmodSync(probe, 0o755)
  const env = moverEnvironment(place, place.folder, snapshotOperation('start'), probe)
  const once = (): number => {
    const started = performance.timeOrigin + performance.now()
    spawnSync(process.execPath, [program], { env, stdio: 'ignore' })
    return Number(BigInt(readFileSync(stamp, 'utf8').trim()) / 1000n) / 1000 - started
  }
  try {
    const samples = Array.from({ length: times }, once)
    return { name: 'Node start to kopia exec, median', unit: 'ms', limit: 200, value: median(samples), samples }
  } finally {
    place.remove()
  }
}
