import type { Command } from '../../cli/command'

export interface Session {
  readonly code: number
  readonly out: ReadonlyArray<string>
  readonly errors: ReadonlyArray<string>
}

/** Runs a command with `stdin` and collects what it prints. */
export const run = async (
  command: Command,
  args: ReadonlyArray<string>,
  stdin: string | Uint8Array = '',
): Promise<Session> => {
  const out: Array<string> = []
  const errors: Array<string> = []
  const code = await command.run(args, {
    readStdin: async () => Buffer.from(stdin),
    print: (line) => void out.push(line),
    printError: (line) => void errors.push(line),
  })
  return { code, out, errors }
}
