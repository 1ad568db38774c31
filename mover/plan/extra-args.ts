/** Flags a user may not pass on: each would undo what makes a run recognisable, complete or safe. */
const reserved: ReadonlyArray<string> = [
  '--override-source',
  '--tags',
  '--json',
  '--no-json',
  '--start-time',
  '--end-time',
  '--all',
  '--stdin-file',
  '--config-file',
  '--password',
  '-p',
  '--auto-maintenance',
  '--pin',
]

/** The first reserved flag among extra arguments, or the first word that is no flag at all. */
export const refusedExtraArg = (extra: ReadonlyArray<string>): string | undefined =>
  extra.find((word, at) => {
    const flag = word.split('=')[0] ?? word
    const valueOfFlag =
      !word.startsWith('-') && (extra[at - 1] ?? '').startsWith('--') && !(extra[at - 1] ?? '').includes('=')
    return reserved.includes(flag) || (!word.startsWith('-') && !valueOfFlag)
  })
