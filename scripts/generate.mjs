// Writes the CustomResourceDefinitions and the reference of their fields from the schemas in api/.
// `--check` writes nothing and fails when a file would change.
import { build } from 'esbuild'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folders = ['crds', 'docs/reference/kinds']

const render = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kopiur-generate-'))
  try {
    const outfile = join(folder, 'generated.cjs')
    await build({ entryPoints: [join(root, 'api/crd/generated.ts')], outfile, bundle: true, platform: 'node' })
    return createRequire(import.meta.url)(outfile)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const { generated: wanted, MARK } = await render()
const read = (path) => readFile(join(root, path), 'utf8').catch(() => '')
const present = []
for (const folder of folders)
  for (const file of await readdir(join(root, folder)).catch(() => [])) present.push(`${folder}/${file}`)

const stale = []
for (const [path, text] of Object.entries(wanted)) if ((await read(path)) !== text) stale.push(path)
const extra = []
for (const path of present)
  if (!(path in wanted) && (await read(path)).split('\n', 1)[0].includes(MARK)) extra.push(path)

if (process.argv.includes('--check')) {
  if (stale.length + extra.length > 0) {
    console.error(`run npm run generate: ${[...stale, ...extra].join(', ')} out of date`)
    process.exitCode = 1
  }
} else {
  for (const path of stale) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), wanted[path])
  }
  for (const path of extra) await rm(join(root, path))
}
