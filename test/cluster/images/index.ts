import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { command } from '../command'
import type { ImageArchive } from '../provider/provider'
import { PAUSE_IMAGE } from '../provider/local/configuration'
import { HOME } from '../provider/local/layout'
import { packImage, type ImageConfig } from './archive'
import { ensureNode, hooksTree, moverTree } from './trees'

const { version }: { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
const PUBLISHED = 'ghcr.io/home-operations/kopiur-metacontroller-'

/** The version after this one, as upgrades are tested with it: the same bytes under another tag. */
export const NEXT_VERSION = `${version}-next`

/** The names that the manifests use: what is applied is what users apply. */
const names = (program: string): ReadonlyArray<string> =>
  [version, NEXT_VERSION].map((tag) => `${PUBLISHED}${program}:${tag}`)

/** Node alone: what test pods run. */
export const TOOL_IMAGE = 'kopiur.test/tool:1'

const FOLDER = join(HOME, 'images')

/** The unpacked file tree of an image. */
export const imageRoot = (short: string): string => join(FOLDER, `${short}.root`)

const digest = (files: ReadonlyArray<string>): string =>
  files.reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256')).digest('hex')

const program = (name: string): ImageConfig => ({
  entrypoint: ['/usr/bin/node', `/app/${name}.cjs`],
  env: ['PATH=/usr/local/bin:/usr/bin:/bin', 'NODE_ENV=production'],
  user: '65532:65532',
  workingDirectory: '/app',
})

interface Recipe {
  readonly names: ReadonlyArray<string>
  readonly short: string
  /** Files whose bytes decide whether the image is made anew. */
  readonly inputs: ReadonlyArray<string>
  readonly tree: (root: string) => Promise<void>
  readonly config: ImageConfig
}

const ensureImage = async ({ names, short, inputs, tree, config }: Recipe): Promise<ImageArchive> => {
  const file = join(FOLDER, `${short}.tar`)
  const stamp = join(FOLDER, `${short}.stamp`)
  const wanted = `${digest(inputs)} ${names.join(' ')}`
  if (!existsSync(file) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    const root = imageRoot(short)
    await tree(root)
    await packImage(root, names, config, file)
    writeFileSync(stamp, wanted)
  }
  return { name: short, file }
}

const pauseSource = join(process.cwd(), 'test/cluster/images/pause.c')

const pauseTree = async (root: string): Promise<void> => {
  mkdirSync(root, { recursive: true })
  await command('gcc', ['-Os', '-static', '-s', '-o', join(root, 'pause'), pauseSource])
}

const bundle = (name: string): string => join(process.cwd(), 'dist', `${name}.cjs`)

/** Every image that a test cluster needs, as archives; `kopia` is the stripped binary to ship. */
export const ensureImages = async (kopia: string): Promise<ReadonlyArray<ImageArchive>> => {
  mkdirSync(FOLDER, { recursive: true })
  const node = await ensureNode()
  const recipes: ReadonlyArray<Recipe> = [
    {
      names: [PAUSE_IMAGE],
      short: 'pause',
      inputs: [pauseSource],
      tree: pauseTree,
      config: { entrypoint: ['/pause'], env: [], user: '65535:65535', workingDirectory: '/' },
    },
    {
      names: names('hooks'),
      short: 'hooks',
      inputs: [bundle('hooks'), node],
      tree: hooksTree,
      config: program('hooks'),
    },
    {
      names: names('mover'),
      short: 'mover',
      inputs: [bundle('mover'), kopia, node],
      tree: (root) => moverTree(root, kopia),
      config: program('mover'),
    },
    {
      names: [TOOL_IMAGE],
      short: 'tool',
      inputs: [bundle('hooks'), node],
      tree: hooksTree,
      config: { ...program('hooks'), entrypoint: ['/usr/bin/node'] },
    },
  ]
  const made: ImageArchive[] = []
  for (const recipe of recipes) made.push(await ensureImage(recipe))
  return made
}
