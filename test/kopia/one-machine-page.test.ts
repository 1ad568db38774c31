import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { commandBlocks } from '../cluster/page'
import { kopiaBinary } from './bundle'

jest.setTimeout(180_000)

const root = resolve(__dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'kopiur-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('docs/how-to/one-machine.md makes a first backup as it is printed', () => {
  mkdirSync(join(home, 'documents'))
  writeFileSync(join(home, 'documents/letter.txt'), 'Dear reader')
  const blocks = commandBlocks(join(root, 'docs/how-to/one-machine.md'))
  expect(blocks.map(({ heading }) => heading)).toEqual(['A first backup'])
  const commands = blocks.map((block) => block.commands).join('')
  const shown = execFileSync('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home, KOPIUR_KOPIA_BINARY: kopiaBinary() },
  })
  expect(shown).toMatch(
    /snapshot\.kopiur\.home-operations\.com\/documents-hourly-\d+ +True +SnapshotCreated +Succeeded/,
  )
})
