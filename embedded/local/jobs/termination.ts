import type { Clock } from '../../clock/clock'
import { abandon, type Attempt } from './attempt-folder'
import { askToStop, endNow } from './attempt-process'
import { isActive } from './next-step'

/** Stops attempts with SIGTERM, and with SIGKILL once their time is up. Asking again changes nothing. */
export interface Termination {
  readonly stop: (attempt: Attempt, graceSeconds: number) => void
}

export const termination = (clock: Clock): Termination => {
  const asked = new Set<string>()
  return {
    stop: (attempt, graceSeconds) => {
      if (!isActive(attempt) || asked.has(attempt.folder)) return
      if (attempt.state._tag === 'Starting') return void abandon(attempt)
      if (attempt.state._tag !== 'Running') return
      const { pid } = attempt.state.process
      asked.add(attempt.folder)
      askToStop(pid)
      clock.schedule(clock.now() + graceSeconds * 1000, () => endNow(pid))
    },
  }
}
