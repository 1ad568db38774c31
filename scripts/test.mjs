// Runs the named jest projects one after the other and ends with one line: `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const suites = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'kopiur-test-'))

const summary = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const runSuite = (suite) => {
  const outputFile = join(folder, `${suite}.json`)
  const serial = suite === 'quick' ? [] : ['--runInBand']
  const args = [
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    suite,
    '--json',
    `--outputFile=${outputFile}`,
    ...serial,
  ]
  const run = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const result = summary(outputFile)
  const passed = result?.numPassedTests ?? 0
  // A suite that cannot start or a run that breaks counts as a failure of its own.
  const failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0)
  const broken = failed === 0 && (run.status !== 0 || passed === 0) ? 1 : 0
  const skipped = result?.numPendingTests ?? 0
  return { passed, failed: failed + broken, skipped }
}

const totals = suites.map(runSuite).reduce(
  (sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
  }),
  { passed: 0, failed: 0, skipped: 0 },
)
rmSync(folder, { recursive: true, force: true })
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
)
process.exit(totals.failed === 0 ? 0 : 1)
