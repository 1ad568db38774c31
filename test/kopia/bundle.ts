import { buildSync } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '../..')

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

const folders: string[] = []
afterAll(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** The mover as it is shipped: one file, started by node. It goes with the test file that uses it. */
export const moverBundle = once(() => {
  const folder = mkdtempSync(join(tmpdir(), 'kopiur-mover-'))
  folders.push(folder)
  chmodSync(folder, 0o755)
  const outfile = join(folder, 'mover.cjs')
  buildSync({
    entryPoints: [join(root, 'mover/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  })
  return outfile
})

/** Path of the real kopia. */
export const kopiaBinary = once(
  () =>
    process.env['KOPIUR_KOPIA_BINARY'] ??
    execFileSync(process.execPath, [join(root, 'scripts/kopia.mjs')], { encoding: 'utf8' }).trim(),
)
