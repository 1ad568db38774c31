import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(__dirname, '../..')

/** A checkout with the sources of the programs, and no packages. */
const checkout = mkdtempSync(join(tmpdir(), 'kopiur-checkout-'))
beforeAll(() => {
  for (const folder of ['bin', 'scripts']) cpSync(join(root, folder), join(checkout, folder), { recursive: true })
  for (const program of ['cli', 'mover']) {
    mkdirSync(join(checkout, program))
    writeFileSync(join(checkout, program, 'main.ts'), 'process.stdout.write("new")\n')
  }
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

const start = () => {
  const { status, stdout, stderr } = spawnSync(join(checkout, 'bin/kubectl-kopiur'), ['version'], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('the command line program in a checkout', () => {
  it('says in one line that the packages are to be installed', () => {
    expect(start()).toEqual({
      status: 1,
      stdout: '',
      stderr: `The npm packages of this checkout are not installed. Run once: make -C '${checkout}' install\n`,
    })
  })

  it('says the same where they are too old to build it', () => {
    const esbuild = join(checkout, 'node_modules/esbuild')
    mkdirSync(esbuild, { recursive: true })
    writeFileSync(join(esbuild, 'package.json'), '{"name":"esbuild","main":"main.js"}')
    writeFileSync(join(esbuild, 'main.js'), 'exports.build = async () => { throw "Could not resolve" }\n')
    const { status, stderr } = start()
    expect([status, stderr.trim().split('\n').at(-1)]).toEqual([
      1,
      `The program could not be built; after an update of the checkout run: make -C '${checkout}' install`,
    ])
  })

  it('starts a bundle that is there without any package', () => {
    for (const program of ['cli', 'mover']) rmSync(join(checkout, program), { recursive: true })
    mkdirSync(join(checkout, 'dist'))
    writeFileSync(join(checkout, 'dist/cli.cjs'), 'process.stdout.write("bundled")\n')
    expect(start()).toEqual({ status: 0, stdout: 'bundled', stderr: '' })
  })
})
