/** One call of kopia as data: the verb as a person writes it, its arguments in order, and what it costs to wait for. */
export type Command = {
  readonly verb: string
  readonly args: ReadonlyArray<string>
  /** Text for standard input; never a secret on the command line. */
  readonly stdin?: string
  /** Further environment of this call alone. */
  readonly env?: Readonly<Record<string, string>>
  /** `control` is short. `long` may take days. `data` may too, and prints progress and warnings beside its errors. */
  readonly kind: 'control' | 'long' | 'data'
}

// kopia's own maintenance belongs to the maintenance Job alone. Log files would fill the private folder.
const everyCall = ['--no-auto-maintenance', '--disable-file-logging']

// At this level standard error holds errors and nothing else, so that its whole text may be classified.
const quiet = ['--log-level', 'error', '--no-progress']

/** What kopia is executed with. */
export const argv = (command: Command): ReadonlyArray<string> => [
  ...command.verb.split(' '),
  ...command.args,
  ...everyCall,
  ...(command.kind === 'data' ? [] : quiet),
]

const control = (verb: string, args: ReadonlyArray<string>): Command => ({ verb, args, kind: 'control' })
const data = (verb: string, args: ReadonlyArray<string>): Command => ({ verb, args, kind: 'data' })
export const command = { control, data }
