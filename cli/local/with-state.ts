import * as E from 'fp-ts/Either'
import { Exit, type Terminal } from '../command'
import { connect, type Connected } from './connect'
import type { Parsed } from './options'

/** Runs something on the API of `--state`, and closes it whatever comes of it. */
export const withState = async (
  parsed: Parsed,
  terminal: Terminal,
  act: (connected: Connected) => Promise<number>,
): Promise<number> => {
  const state = parsed.text('state')
  if (state === undefined) {
    terminal.printError('Name the folder of the run with --state DIR.')
    return Exit.usage
  }
  const connected = await connect(state)
  if (E.isLeft(connected)) {
    terminal.printError(`error: ${connected.left}`)
    return Exit.refused
  }
  try {
    return await act(connected.right)
  } finally {
    connected.right.close()
  }
}
