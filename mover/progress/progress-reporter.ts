import type { Choice, Progress } from '../../api/mover/outcome'
import type { Clock, Log, Reporter } from '../capabilities'

type Measures = Omit<Progress, 'at' | 'chosen'>
export type ProgressSink = {
  readonly offer: (measures: Measures) => void
  /** Puts a choice on record, now and in every report after. Rejects when it could not be told. */
  readonly choose: (chosen: Choice) => Promise<void>
  /** The choice that an earlier attempt of the same Job put on record. */
  readonly earlierChoice: () => Promise<Choice | undefined>
  readonly settled: () => Promise<void>
}

type Outside = { readonly clock: Clock; readonly log: Log; readonly reporter: Reporter }

/**
 * Passes measures on, one report at a time and none sooner than `intervalSeconds` after the last. Progress is a courtesy:
 * a report that fails is logged and forgotten.
 */
export const progressSink = ({ clock, log, reporter }: Outside, intervalSeconds: number): ProgressSink => {
  let lastAt = clock.now().getTime()
  let running: Promise<void> | undefined
  let choice: { chosen?: Choice } = {}
  const send = async (measures: Measures, now: Date) => {
    try {
      await reporter.progress({ at: now.toISOString(), ...choice, ...measures })
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
    choose: async (chosen) => {
      await running
      choice = { chosen }
      await reporter.progress({ at: clock.now().toISOString(), chosen })
    },
    earlierChoice: async () => (await reporter.earlier())?.chosen,
    settled: async () => running,
  }
}
