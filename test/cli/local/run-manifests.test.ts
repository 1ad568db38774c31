import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { parseOptions, SHARED } from '../../../cli/local/options'
import { productRoot } from '../../../cli/local/product-root'
import { runManifests } from '../../../cli/local/run-manifests'
import { stateFolders } from '../../../embedded/local/state/open-state'
import { removeFolders, temporaryFolder } from '../../embedded/local/temporary-folder'

afterEach(removeFolders)

const read = async (folder: string, args: ReadonlyArray<string>, stdin = '') => {
  const parsed = parseOptions(args, { ...SHARED, filename: { type: 'string', short: 'f', multiple: true } })
  if (E.isLeft(parsed)) throw new Error(parsed.left)
  const errors: string[] = []
  const terminal = {
    readStdin: async () => Buffer.from(stdin),
    printError: (line: string) => void errors.push(line),
  }
  return { objects: await runManifests({ folder, root: productRoot() }, parsed.right, terminal), errors }
}

const begun = (): string => {
  const folder = temporaryFolder()
  mkdirSync(stateFolders(folder).objects)
  return folder
}

it('begins no run on manifests without an object', async () => {
  const state = join(temporaryFolder(), 'state')
  for (const path of ['-', temporaryFolder()])
    expect(await read(state, ['-f', path])).toEqual({ objects: E.left('no objects passed to run'), errors: [] })
})

it('says so of a run that goes on', async () => {
  expect(await read(begun(), ['-f', '-'], '# nothing yet')).toEqual({
    objects: E.right([]),
    errors: ['There is no object in the manifests: the run goes on with what the folder of the state holds.'],
  })
})

it('is silent where no manifests are named, or objects are in them', async () => {
  expect(await read(begun(), [])).toEqual({ objects: E.right([]), errors: [] })
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }
  expect(await read(begun(), ['-f', '-', '-n', 'db'], JSON.stringify(secret))).toEqual({
    objects: E.right([{ ...secret, metadata: { name: 's', namespace: 'db' } }]),
    errors: [],
  })
})
