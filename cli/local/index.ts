/** The whole product on one machine: run it, and look at and change what it holds as kubectl would. */
import { Exit, type Command } from '../command'
import { applyCommand } from './apply-command'
import { deleteCommand } from './delete'
import { describeCommand } from './describe'
import { getCommand } from './get'
import { runCommand } from './run'

const verbs: { readonly [name: string]: Command } = {
  run: runCommand,
  get: getCommand,
  describe: describeCommand,
  apply: applyCommand,
  delete: deleteCommand,
}

const HELP = [
  'Usage: kubectl kopiur local VERB --state DIR [OPTIONS]',
  '',
  'Backs up and restores folders of this machine with the same hooks, mover and kopia that a cluster runs.',
  '',
  ...Object.entries(verbs).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
  '',
  'kubectl kopiur local VERB --help says more of each.',
].join('\n')

export const localCommand: Command = {
  summary: 'back up and restore on this machine, without a cluster',
  help: HELP,
  verbs,
  run: async ([verb], terminal) => {
    terminal.printError(verb === undefined ? HELP : `There is no verb ${verb}.\n${HELP}`)
    return Exit.usage
  },
}
