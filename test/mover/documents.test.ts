import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { advice } from '../../mover/classify/advice'
import { ExitCode } from '../../api/mover/outcome'
import { MoverEnv } from '../../api/mover/work-spec'

const file = join(__dirname, '../../docs/reference/mover.md')
const page = readFileSync(file, 'utf8')

const table = [
  '| Class | Tried again | Sentence |',
  '| --- | --- | --- |',
  ...Object.entries(advice).map(
    ([name, { sentence, retry }]) => `| \`${name}\` | ${retry ? 'yes' : 'no'} | ${sentence} |`,
  ),
].join('\n')

const MARK = '<!-- classes:'

const squeezed = (text: string) => text.replace(/ +/g, ' ').replace(/-{2,}/g, '---')

describe('the page about the mover', () => {
  it('lists the classes as they are (APPROVE=1 writes them)', () => {
    const at = page.indexOf('\n', page.indexOf(MARK))
    const expected = `${page.slice(0, at)}\n\n${table}\n`
    if (process.env['APPROVE'] !== undefined) {
      writeFileSync(file, expected)
      execFileSync('npx', ['prettier', '--write', file], { stdio: 'ignore' })
      return
    }
    expect(squeezed(page)).toBe(squeezed(expected))
  })

  it('names every variable and every exit code', () => {
    for (const variable of Object.values(MoverEnv)) expect(page).toContain(`\`${variable}\``)
    for (const code of Object.values(ExitCode)) expect(page).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'))
  })
})
