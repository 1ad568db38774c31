import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Measuring, numberOption } from './measure'
import { writeFiles } from './mover/files'
import { longList } from './mover/long-list'
import { overhead } from './mover/overhead'
import { startToExec } from './mover/start'

const GIB = 1024 * 1024 * 1024

/**
 * What the mover adds to plain kopia. Options: `--files` and `--bytes` of the source, `--pairs` of runs, `--seed`,
 * `--starts`, `--snapshots` in the long list.
 */
export const measure: Measuring = async (options) => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'mover'], { stdio: 'inherit' })
  const program = resolve('dist/mover.cjs')
  const source = mkdtempSync(join(tmpdir(), 'kopiur-bench-source-'))
  try {
    const files = numberOption(options, 'files', 20_000)
    writeFiles(source, files, numberOption(options, 'bytes', GIB), numberOption(options, 'seed', 1))
    const start = await startToExec(program, numberOption(options, 'starts', 15))
    const measures = await overhead(program, source, numberOption(options, 'pairs', 5))
    return [start, ...measures, await longList(program, numberOption(options, 'snapshots', 50_000))]
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
}
