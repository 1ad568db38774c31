import { Exit, type Command, type Terminal } from './command'

const HELP = new Set(['help', '--help', '-h'])

/** Finds the command that the arguments name, and runs it. */
export const program = async (
  commands: { readonly [name: string]: Command },
  args: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<number> => {
  const [name = 'help', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const verbs = verbsNamed(command, rest)
  if (verbs !== undefined) return program(verbs, rest, terminal)
  if (command !== undefined && rest.some((arg) => arg === '--help' || arg === '-h')) {
    terminal.print(command.help)
    return Exit.ok
  }
  if (command !== undefined) return command.run(rest, terminal)
  const isHelp = HELP.has(name)
  const out = isHelp ? terminal.print : terminal.printError
  if (!isHelp) out(`There is no command ${name}.`)
  out(overview(commands))
  return isHelp ? Exit.ok : Exit.usage
}

/** The commands below one, when the next word names one of them. */
const verbsNamed = (command: Command | undefined, [verb = '']: ReadonlyArray<string>): Command['verbs'] =>
  Object.hasOwn(command?.verbs ?? {}, verb) ? command?.verbs : undefined

const overview = (commands: { readonly [name: string]: Command }): string =>
  [
    'Usage: kubectl kopiur COMMAND [OPTIONS]',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
    '',
    'kubectl kopiur COMMAND --help says more of each.',
  ].join('\n')
