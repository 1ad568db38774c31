import type { Command } from './command'
import { localCommand } from './local'
import { simulateCommand } from './simulate'
import { validateCommand } from './validate'
import { versionCommand } from './version'

/** All commands by name, in the order of the help. */
export const commands: { readonly [name: string]: Command } = {
  validate: validateCommand,
  simulate: simulateCommand,
  local: localCommand,
  version: versionCommand,
}
