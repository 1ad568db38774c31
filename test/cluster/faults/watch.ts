import { setTimeout as sleep } from 'node:timers/promises'
import { listAll, type Seen } from '../stage/see'
import type { Stage } from '../stage/stage'

const EVERY_MS = 3_000

/** Every Snapshot that was there at any time, by UID, as it was last seen; but for those that are gone by intent. */
export interface Watch {
  readonly seen: () => Promise<ReadonlyMap<string, Seen>>
  /** Says that this one goes by intent. */
  readonly expectGone: (uid: string) => void
  readonly isExpectedGone: (uid: string) => boolean
  readonly stop: () => void
}

/** Looks again and again, so that a Snapshot that is gone at the end, or was made twice, is noticed. */
export const watchSnapshots = (stage: Stage): Watch => {
  const seen = new Map<string, Seen>()
  const leaving = new Set<string>()
  let stopped = false
  const look = async (): Promise<void> =>
    (await listAll(stage, 'Snapshot')).forEach((one) => seen.set(one.metadata.uid ?? '', one))
  const loop = async (): Promise<void> => {
    while (!stopped) {
      // The API server may be what the fault has stopped.
      await look().catch(() => undefined)
      await sleep(EVERY_MS)
    }
  }
  void loop()
  return {
    seen: async () => {
      await look()
      return seen
    },
    expectGone: (uid) => void leaving.add(uid),
    isExpectedGone: (uid) => leaving.has(uid),
    stop: () => void (stopped = true),
  }
}
