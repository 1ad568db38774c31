import type { Clock } from './clock'

/** Longest delay `setTimeout` takes. */
const LONGEST_TIMEOUT = 2_147_483_647

/** The machine's clock. Timers do not keep the process alive. */
export const realClock = (): Clock => ({
  now: Date.now,
  schedule: (at, run) => {
    let timer: NodeJS.Timeout | undefined
    const arm = (): void => {
      const delay = Math.max(0, at - Date.now())
      timer = delay > LONGEST_TIMEOUT ? setTimeout(arm, LONGEST_TIMEOUT) : setTimeout(run, delay)
      timer.unref()
    }
    arm()
    return () => clearTimeout(timer)
  },
  hold: () => () => undefined,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})
