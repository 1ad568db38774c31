import type { Progress } from '../../api/mover/outcome'
import type { Clock, Log, Reporter } from '../capabilities'

type Measures = Omit<Progress, 'at'>
export type ProgressSink = { readonly offer: (measures: Measures) => void; readonly settled: () => Promise<void> }

type Outside = { readonly clock: Clock; readonly log: Log; readonly reporter: Reporter }

/**
 * Passes measures on, one report at a time and none sooner than `intervalSeconds` after the last. Progress is a courtesy:
 * a report that fails is logged and forgotten.
 */
export const progressSink = ({ clock, log, reporter }: Outside, intervalSeconds: number): ProgressSink => {
  let lastAt = clock.now().getTime()
  let running: Promise<void> | undefined
  const send = async (measures: Measures, now: Date) => {
    try {
      await reporter.progress({ at: now.toISOString(), ...measures })
    } catch (error) {
      log('warn', 'progress could not be reported', { error: String(error) })
    } finally {
      running = undefined
    }
  }
  return {
    offer: (measures) => {
      const now = clock.now()
      if (intervalSeconds <= 0 || running !== undefined || now.getTime() - lastAt < intervalSeconds * 1000) return
      lastAt = now.getTime()
      running = send(measures, now)
    },
    settled: async () => running,
  }
}
