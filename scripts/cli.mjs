// Starts the command line program; bundles it first where its sources are at hand and newer than the bundle.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const sources = ['api', 'hooks', 'mover', 'embedded', 'cli', 'crds', 'composite-controllers', 'decorator-controllers']
const bundles = { cli: 'cli/main.ts', mover: 'mover/main.ts' }

const newest = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
        (latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
        0,
      )
    : 0

const changed = Math.max(...sources.map((folder) => newest(join(root, folder))))
const stale = Object.entries(bundles).flatMap(([name, entry]) => {
  const bundle = join(root, 'dist', `${name}.cjs`)
  const isStale = existsSync(join(root, entry)) && (!existsSync(bundle) || statSync(bundle).mtimeMs < changed)
  return isStale ? [name] : []
})

const isInstalled = (name) => {
  try {
    return createRequire(import.meta.url).resolve(name) !== ''
  } catch {
    return false
  }
}

if (stale.length > 0) {
  if (!isInstalled('esbuild')) {
    process.stderr.write(`The npm packages of this checkout are not installed. Run once: make -C '${root}' install\n`)
    process.exit(1)
  }
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), ...stale], { stdio: ['ignore', 2, 2] })
  if (built.status !== 0) {
    process.stderr.write(
      `The program could not be built; after an update of the checkout run: make -C '${root}' install\n`,
    )
    process.exit(1)
  }
}
createRequire(import.meta.url)(join(root, 'dist/cli.cjs'))
