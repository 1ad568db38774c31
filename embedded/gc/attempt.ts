import { NotRecorded } from '../api/store-context'

/** Milliseconds until what could not be recorded is tried again. */
export const AGAIN_MS = 1000

/**
 * Does the work, and asks for another time when a write of it could not be recorded, as on a full disk: what was not
 * recorded has not happened, and nothing else would bring it about.
 */
export const attempt = (work: () => void, again: () => void): void => {
  try {
    work()
  } catch (failure) {
    if (!(failure instanceof NotRecorded)) throw failure
    again()
  }
}
