import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { validateCommand } from '../../../cli/validate'
import { run } from '../terminal'

const folder = join(__dirname, 'fixtures/corpus')
const files = readdirSync(folder)
const judge = (file: string) => run(validateCommand, ['-f', join(folder, file), '-o', 'json'])
const verdicts = async (file: string) =>
  (JSON.parse((await judge(file)).out.join('\n')) as ReadonlyArray<{ readonly verdict: string }>).map(
    ({ verdict }) => verdict,
  )

const refused = files.filter((file) => /INVALID|template\.yaml$/.test(file) && !file.startsWith('V'))
const foreign = files.filter((file) => file.startsWith('V'))
const accepted = files.filter((file) => !refused.includes(file) && !foreign.includes(file))

it('holds manifests of all three sorts', () => {
  expect([accepted.length, refused.length, foreign.length]).toEqual([29, 3, 7])
})

it.each(accepted)('%s is accepted', async (file) => {
  const { code, out } = await judge(file)
  expect({ code, out: out.join('\n').includes('"refused"') }).toEqual({ code: 0, out: false })
  expect(await verdicts(file)).toContain('accepted')
})

it.each(refused)('%s is refused', async (file) => {
  expect((await judge(file)).code).toBe(1)
  expect(await verdicts(file)).toEqual(['refused'])
})

it.each(foreign)('%s is passed over', async (file) => {
  expect((await judge(file)).code).toBe(0)
  expect(new Set(await verdicts(file))).toEqual(new Set(['passed over']))
})

it('says how headers are written', async () => {
  const { out } = await run(validateCommand, ['-f', join(folder, '42-INVALID-policy-http-hook-headers-as-map.yaml')])
  expect(out[0]).toContain(
    'spec.hooks.beforeSnapshot[0].httpRequest.headers: must be an array, not an object (a list of name and value pairs)',
  )
})

it('says that a template is not rendered', async () => {
  const { out } = await run(validateCommand, ['-f', join(folder, '26-policy-nested-substitution-template.yaml')])
  expect(out[0]).toContain('render the template first')
})

it('reads the whole folder at once', async () => {
  const { code, out } = await run(validateCommand, ['-f', folder])
  expect({ code, last: out.at(-1) }).toEqual({ code: 1, last: '36 accepted, 3 refused, 10 passed over' })
})
