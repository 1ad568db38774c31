import type { LocalLog } from '../local-log'

/**
 * Runs what is run again soon anyway: a failure, such as a full disk, is told once and does not end the process. What
 * could not be written has not happened, so the next time begins where this one failed.
 */
export const undisturbed = (log: LocalLog, run: () => void): (() => void) => {
  const told = { text: '' }
  return () => {
    try {
      run()
      told.text = ''
    } catch (failure) {
      const text = failure instanceof Error ? failure.message : String(failure)
      if (text !== told.text) log('state', `cannot be written, tried again until it can: ${text}`)
      told.text = text
    }
  }
}
