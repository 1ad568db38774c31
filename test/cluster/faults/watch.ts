import { setTimeout as sleep } from 'node:timers/promises'
import { listAll, type Seen } from '../stage/see'
import type { Stage } from '../stage/stage'
import { skipsOf, type SkippedSlot } from './memory'

const EVERY_MS = 3_000

/** What was there at any time. */
export interface Past {
  /** Every Snapshot by UID, as it was last seen. */
  readonly snapshots: ReadonlyMap<string, Seen>
  /** Slots that were passed over: a policy forgets the oldest of them. */
  readonly skips: ReadonlyMap<number, SkippedSlot>
}

export interface Watch {
  readonly past: () => Promise<Past>
  /** Says that this Snapshot goes by intent. */
  readonly expectGone: (uid: string) => void
  readonly isExpectedGone: (uid: string) => boolean
  readonly stop: () => void
}

/** Looks again and again, so that a Snapshot that is gone at the end, or was made twice, is noticed. */
export const watchSite = (stage: Stage): Watch => {
  const snapshots = new Map<string, Seen>()
  const skips = new Map<number, SkippedSlot>()
  const leaving = new Set<string>()
  let stopped = false
  const look = async (): Promise<void> => {
    ;(await listAll(stage, 'Snapshot')).forEach((one) => snapshots.set(one.metadata.uid ?? '', one))
    ;(await listAll(stage, 'SnapshotPolicy')).flatMap(skipsOf).forEach((skip) => skips.set(skip.at, skip))
  }
  const loop = async (): Promise<void> => {
    while (!stopped) {
      // The API server may be what the fault has stopped.
      await look().catch(() => undefined)
      await sleep(EVERY_MS)
    }
  }
  void loop()
  return {
    past: async () => {
      await look()
      return { snapshots, skips }
    },
    expectGone: (uid) => void leaving.add(uid),
    isExpectedGone: (uid) => leaving.has(uid),
    stop: () => void (stopped = true),
  }
}
