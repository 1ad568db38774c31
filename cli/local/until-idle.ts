import type { LocalCluster } from '../../embedded/local/local-cluster'
import type { LocalLog } from '../../embedded/local/local-log'
import { Exit } from '../command'

/** Nothing was written for this long and nothing is unfinished: idle. */
const QUIET_MS = 3_000
/** Nothing was written for this long although something is unfinished, and no Job is at work: stuck. */
const STUCK_MS = 120_000
const STEP_MS = 200

/** Waits until nothing is left to do, or until it is asked to stop; 1 when something waits for a person. */
export const untilIdle = async (cluster: LocalCluster, log: LocalLog, isStopped: () => boolean): Promise<number> => {
  while (!isStopped()) {
    const quiet = cluster.quietFor()
    const left = cluster.unfinished()
    if (left.length === 0 && quiet > QUIET_MS) return Exit.ok
    if (!cluster.busy() && quiet > STUCK_MS) {
      left.forEach((name) => log(name, 'is not finished, and nothing happens any more: describe it'))
      return Exit.refused
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
  return Exit.ok
}
