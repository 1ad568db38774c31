import type { Clock } from '../../clock/clock'
import { abandon, type Attempt } from './attempt-folder'
import { askToStop, endLeftovers, endNow } from './attempt-process'
import { isAlive } from '../state/process-identity'
import { isActive } from './next-step'

/** Stops attempts with SIGTERM, and with SIGKILL once their time is up. Asking again changes nothing. */
export interface Termination {
  readonly stop: (attempt: Attempt, graceSeconds: number) => void
  /** Ends what an attempt left running whose first process is gone. */
  readonly sweep: (attempt: Attempt) => void
}

export const termination = (clock: Clock): Termination => {
  const asked = new Set<string>()
  const swept = new Set<string>()
  return {
    stop: (attempt, graceSeconds) => {
      if (!isActive(attempt) || asked.has(attempt.folder)) return
      if (attempt.state._tag === 'Starting') return void abandon(attempt)
      if (attempt.state._tag !== 'Running') return
      const { process } = attempt.state
      asked.add(attempt.folder)
      askToStop(process.pid)
      // By then another process may have its number.
      clock.schedule(clock.now() + graceSeconds * 1000, () => void (isAlive(process) && endNow(process.pid)))
    },
    sweep: ({ folder, state }) => {
      if (state._tag !== 'Lost' || state.pid === undefined || swept.has(folder)) return
      swept.add(folder)
      endLeftovers(state.pid, folder)
    },
  }
}
