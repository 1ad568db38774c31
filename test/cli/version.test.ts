import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionCommand } from '../../cli/version'
import { run } from './terminal'

it('says release and API', async () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string }
  expect(await run(versionCommand, [])).toEqual({
    code: 0,
    out: [`kubectl kopiur ${version}, API kopiur.home-operations.com/v1alpha1`],
    errors: [],
  })
})
