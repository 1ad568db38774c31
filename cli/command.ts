/** One command of `kubectl kopiur`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /** Text of `--help`. */
  readonly help: string
  /** Runs with the arguments after the command's name; gives the exit code. */
  readonly run: (args: ReadonlyArray<string>, terminal: Terminal) => Promise<number>
  /** Commands of its own, by the name that follows its own. */
  readonly verbs?: { readonly [name: string]: Command }
}

/** What a command sees of the outside world. */
export interface Terminal {
  readonly readStdin: () => Promise<Uint8Array>
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

/** Exit codes that all commands share. */
export const Exit = { ok: 0, refused: 1, usage: 2 } as const
