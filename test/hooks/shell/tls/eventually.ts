import { setTimeout as sleep } from 'node:timers/promises'

const LIMIT_MS = 10_000

/** Waits until it holds. */
export const eventually = async (holds: () => Promise<boolean>): Promise<void> => {
  const until = Date.now() + LIMIT_MS
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`it did not come true within ${LIMIT_MS} ms`)
    await sleep(20)
  }
}
