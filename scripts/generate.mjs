// Writes crds/*.yaml from the schemas in api/. `--check` writes nothing and fails when a file would change.
import { build } from 'esbuild'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const crds = join(root, 'crds')

const render = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kopiur-generate-'))
  try {
    const outfile = join(folder, 'crds.cjs')
    await build({ entryPoints: [join(root, 'api/crd/yaml.ts')], outfile, bundle: true, platform: 'node' })
    const { definitionYaml, HEADER } = createRequire(import.meta.url)(outfile)
    return [definitionYaml, HEADER]
  } finally {
    await rm(folder, { recursive: true })
  }
}

const [wanted, header] = await render()
const present = await readdir(crds)
const stale = []
for (const [file, text] of Object.entries(wanted)) {
  const old = await readFile(join(crds, file), 'utf8').catch(() => '')
  if (old !== text) stale.push(file)
}
const generated = await Promise.all(present.map(async (file) => [file, await readFile(join(crds, file), 'utf8')]))
const extra = generated.flatMap(([file, text]) => (text.startsWith(header) && !(file in wanted) ? [file] : []))

if (process.argv.includes('--check')) {
  if (stale.length + extra.length > 0) {
    console.error(`run npm run generate: ${[...stale, ...extra].join(', ')} out of date`)
    process.exitCode = 1
  }
} else {
  for (const file of stale) await writeFile(join(crds, file), wanted[file])
  for (const file of extra) await rm(join(crds, file))
}
