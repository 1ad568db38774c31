// Runs the named suites one after the other, tells of each how it went and how long it took, and ends with one line: `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const clusterSuite = (name) => ['--selectProjects', 'cluster', '--runInBand', `test/cluster/${name}.test`]

const SUITES = {
  quick: ['--selectProjects', 'quick'],
  kopia: ['--selectProjects', 'kopia', '--runInBand'],
  scenarios: clusterSuite('scenarios'),
  installation: clusterSuite('installation'),
  harness: clusterSuite('harness'),
  faults: clusterSuite('faults'),
  differential: clusterSuite('differential'),
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => SUITES[name] === undefined)
if (chosen.length === 0 || unknown.length > 0) {
  console.error(`no suite is called ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'kopiur-test-'))

const summary = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** What the tests of a cluster suite say they ran on. */
const placeOf = (result) => {
  const titles = result?.testResults?.flatMap((file) => file.assertionResults.map((test) => test.ancestorTitles[0]))
  return titles?.find((title) => / on the (real|double) /.test(title ?? '')) ?? ''
}

const runSuite = (name) => {
  const since = Date.now()
  const outputFile = join(folder, `${name}.json`)
  const args = ['node_modules/jest/bin/jest.js', ...SUITES[name], '--json', `--outputFile=${outputFile}`]
  const run = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const result = summary(outputFile)
  const passed = result?.numPassedTests ?? 0
  // A suite that cannot start or a run that breaks counts as a failure of its own.
  const failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0)
  const broken = failed === 0 && (run.status !== 0 || passed === 0) ? 1 : 0
  const skipped = result?.numPendingTests ?? 0
  const seconds = Math.round((Date.now() - since) / 1000)
  console.log(
    `${name.padEnd(12)} ${String(seconds).padStart(4)} s  passed ${passed}, failed ${failed + broken}  ${placeOf(result)}`.trimEnd(),
  )
  return { passed, failed: failed + broken, skipped }
}

const totals = chosen.map(runSuite).reduce(
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
