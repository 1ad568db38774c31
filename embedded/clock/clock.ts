/** Time for everything in the embedded cluster: milliseconds since 1970. */
export interface Clock {
  readonly now: () => number
  /** Runs once, not before `at`; a time gone by means as soon as possible. Returns the cancellation. */
  readonly schedule: (at: number, run: () => void) => () => void
  /** Says that work is under way: virtual time stands still until the returned function is called. */
  readonly hold: () => () => void
  /** Waits inside held work, as for an answer: time may pass meanwhile. */
  readonly pause: (ms: number) => Promise<void>
}
