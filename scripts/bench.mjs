// Runs bench/*.ts (or the ones that are named), prints a table and JSON, and fails when a value is over its limit.
//   npm run bench -- mover --pairs=3 --files=2000 --bytes=100000000
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const words = process.argv.slice(2)
const options = Object.fromEntries(
  words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split(/=(.*)/s).slice(0, 2)),
)
const named = words.filter((word) => !word.startsWith('--'))
const present = readdirSync('bench')
  .filter((file) => file.endsWith('.ts') && file !== 'measure.ts')
  .map((file) => basename(file, '.ts'))
const unknown = named.filter((name) => !present.includes(name))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')} is none of ${present.join(', ')}`)
  process.exit(2)
}
const chosen = named.length > 0 ? named : present.sort()

const folder = mkdtempSync(join(tmpdir(), 'kopiur-bench-code-'))
const load = async (name) => {
  const outfile = join(folder, `${name}.cjs`)
  await build({
    entryPoints: [join('bench', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  })
  return createRequire(outfile)(outfile)
}

const passes = ({ value, limit }) => limit === undefined || value <= limit
const shown = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3))
const row = (measure) => ({
  measure: measure.name,
  value: `${shown(measure.value)} ${measure.unit}`.trim(),
  limit: measure.limit === undefined ? '' : `≤ ${measure.limit} ${measure.unit}`.trim(),
  verdict: measure.limit === undefined ? '' : passes(measure) ? 'ok' : 'OVER',
})

const results = {}
try {
  for (const name of chosen) {
    const { measure } = await load(name)
    results[name] = await measure(options)
    console.log(`\n${name}`)
    console.table(results[name].map(row))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(JSON.stringify(results))
process.exit(Object.values(results).flat().every(passes) ? 0 : 1)
