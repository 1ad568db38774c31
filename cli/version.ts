import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_VERSION } from '../api/names/group'
import { Exit, type Command } from './command'
import { productRoot } from './local/product-root'

const HELP = `Usage: kubectl kopiur version

Says which release this is and which API it speaks.`

export const versionCommand: Command = {
  summary: 'say which release this is',
  help: HELP,
  run: async (_, { print }) => {
    const { version }: { readonly version?: string } = JSON.parse(
      readFileSync(join(productRoot(), 'package.json'), 'utf8'),
    )
    print(`kubectl kopiur ${version ?? 'unknown'}, API ${API_VERSION}`)
    return Exit.ok
  },
}
