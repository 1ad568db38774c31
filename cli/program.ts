import { Exit, type Command, type Terminal } from './command'

const HELP = new Set(['help', '--help', '-h'])

type Commands = { readonly [name: string]: Command }

/** Finds the command that the arguments name, and runs it; `path` is how a person got here. */
export const program = async (
  commands: Commands,
  args: ReadonlyArray<string>,
  terminal: Terminal,
  path = 'kubectl kopiur',
): Promise<number> => {
  const [name = 'help', ...rest] = args
  const command = named(commands, name)
  if (command === undefined) return HELP.has(name) ? help(commands, rest, terminal) : unknown(commands, name, terminal)
  const verbs = verbsNamed(command, rest)
  if (verbs !== undefined) return program(verbs, rest, terminal, `${path} ${name}`)
  if (!rest.some((arg) => arg === '--help' || arg === '-h'))
    return ran(command, await command.run(rest, terminal), `${path} ${name}`, terminal)
  terminal.print(command.help)
  return Exit.ok
}

const named = (commands: Commands, name: string): Command | undefined =>
  Object.hasOwn(commands, name) ? commands[name] : undefined

/** All commands, or the one that is asked about. */
const help = async (commands: Commands, rest: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  if (named(commands, rest[0] ?? '') !== undefined) return program(commands, [...rest, '--help'], terminal)
  terminal.print(overview(commands))
  return Exit.ok
}

const unknown = (commands: Commands, name: string, { printError }: Terminal): number => {
  printError(`There is no command ${name}.`)
  printError(overview(commands))
  return Exit.usage
}

/** After a mistake in the arguments, where to read on. */
const ran = ({ verbs }: Command, code: number, path: string, { printError }: Terminal): number => {
  if (code === Exit.usage && verbs === undefined) printError(`See '${path} --help'.`)
  return code
}

/** The commands below one, when the next word names one of them. */
const verbsNamed = ({ verbs = {} }: Command, [verb = '']: ReadonlyArray<string>): Command['verbs'] =>
  Object.hasOwn(verbs, verb) ? verbs : undefined

const overview = (commands: { readonly [name: string]: Command }): string =>
  [
    'Usage: kubectl kopiur COMMAND [OPTIONS]',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
    '',
    'kubectl kopiur COMMAND --help says more of each.',
  ].join('\n')
