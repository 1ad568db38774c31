/** A clock that can also be rung. */
export interface Alarm {
  /** Resolves after `ms`, or earlier when it is rung, but not before the least time; false once it is stopped. */
  readonly next: (ms: number) => Promise<boolean>
  readonly ring: () => void
  readonly stop: () => void
}

/** Rings that come while nobody waits are remembered as one. */
export const createAlarm = (leastMs: number): Alarm => {
  let rung = false
  let stopped = false
  /** Waiting beyond the least time: only then does ringing cut it short. */
  let patient = false
  let timer: NodeJS.Timeout | undefined
  let wake: (() => void) | undefined
  const after = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
      timer = setTimeout(resolve, ms)
    })
  const interrupt = (): void => {
    clearTimeout(timer)
    wake?.()
  }
  return {
    next: async (ms) => {
      if (!stopped) await after(leastMs)
      patient = true
      if (!stopped && !rung) await after(Math.max(0, ms - leastMs))
      patient = false
      rung = false
      return !stopped
    },
    ring: () => {
      rung = true
      if (patient) interrupt()
    },
    stop: () => {
      stopped = true
      interrupt()
    },
  }
}
