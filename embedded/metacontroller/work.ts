import type { Clock } from '../clock/clock'
import { Abandoned } from './failure'

/** Whether the process that started some work still runs. */
export interface Life {
  alive: boolean
}

/** One piece of work, as a sync: time stands still while it computes and passes while it waits. */
export class Work {
  readonly end: () => void

  constructor(
    private readonly clock: Clock,
    private readonly life: Life,
  ) {
    this.end = clock.hold()
  }

  /** Throws when the process is gone. */
  check(): void {
    if (!this.life.alive) throw new Abandoned('the process was stopped')
  }

  async sleep(ms: number): Promise<void> {
    if (ms > 0) await this.clock.pause(ms)
    this.check()
  }
}
