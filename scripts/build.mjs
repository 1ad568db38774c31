// Bundles each program that exists into one CommonJS file below dist/.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const programs = { mover: 'mover/main.ts', hooks: 'hooks/main.ts', cli: 'cli/main.ts', cluster: 'test/cluster/main.ts' }
const chosen = process.argv.slice(2)

const bundle = ([name, entry]) =>
  build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join('dist', `${name}.cjs`),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    // A short stack trace is worth more to users than a small file.
    minify: false,
    sourcemap: name === 'mover' ? false : 'linked',
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  })

await Promise.all(
  Object.entries(programs)
    .filter(([name, entry]) => existsSync(join(root, entry)) && (chosen.length === 0 || chosen.includes(name)))
    .map(bundle),
)
