import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseManifest } from '../../../cli/manifests'
import { judge } from '../../../cli/validate/judge'

const root = join(__dirname, '../../..')

const filesUnder = (folder: string, ending: RegExp): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

const text = (file: string): string => readFileSync(join(root, file), 'utf8')

const blocks = (file: string): ReadonlyArray<string> =>
  [...text(file).matchAll(/^```ya?ml\n([\s\S]*?)^```/gm)]
    .map(([, block]) => block ?? '')
    .filter((block) => block.includes('apiVersion: '))

const pages = [...readdirSync(root).filter((file) => file.endsWith('.md')), ...filesUnder('docs', /\.md$/)]
const examples = filesUnder('docs/examples', /\.ya?ml$/)

const refusals = (name: string, manifest: string) =>
  judge(parseManifest({ name, bytes: Buffer.from(manifest) })).filter(({ verdict }) => verdict === 'refused')

it.each(examples)('%s is accepted', (file) => {
  expect(refusals(file, text(file))).toEqual([])
})

it.each(pages)('the manifests in %s are accepted', (file) => {
  expect(blocks(file).flatMap((block) => refusals(file, block))).toEqual([])
})

it('there are examples of this API', () => {
  expect(examples.some((file) => text(file).includes('kind: SnapshotPolicy'))).toBe(true)
})
