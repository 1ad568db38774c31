import type { Clock } from './clock'
import { TimerHeap, type Timer } from './timer-heap'

/**
 * Time that moves only when told to, from timer to timer, and stands still while work is held. The same timers give the
 * same order of events: deterministic as long as the work itself is.
 */
export class VirtualClock implements Clock {
  private readonly timers = new TimerHeap()
  private time: number
  private scheduled = 0
  private held = 0
  private onReleased: (() => void) | undefined

  constructor(start: number) {
    this.time = start
  }

  readonly now = (): number => this.time

  readonly schedule = (at: number, run: () => void): (() => void) => {
    const timer: Timer = { at: Math.max(at, this.time), order: this.scheduled++, run, cancelled: false }
    this.timers.push(timer)
    return () => {
      timer.cancelled = true
    }
  }

  readonly hold = (): (() => void) => {
    this.held += 1
    let released = false
    return () => {
      if (released) return
      released = true
      this.letGo()
    }
  }

  /** Several pauses at once within one piece of held work are fine: time passes while any of them lasts. */
  readonly pause = async (ms: number): Promise<void> => {
    if (!(ms > 0)) return
    this.letGo()
    await new Promise<void>((resolve) => {
      this.schedule(this.time + ms, () => {
        this.held += 1
        resolve()
      })
    })
  }

  /** Instant of the next timer, if there is one. */
  nextAt(): number | undefined {
    return this.timers.peek()?.at
  }

  /** Runs every timer due until `time`, then stands at `time`. */
  async runUntil(time: number): Promise<void> {
    await this.run((at) => at <= time)
    this.time = Math.max(this.time, time)
  }

  /**
   * Runs until nothing is scheduled before `limit`. True: there was nothing left to do; false: `limit` was reached,
   * where time now stands.
   */
  async runUntilIdle(limit: number): Promise<boolean> {
    await this.run((at) => at <= limit)
    const quiet = this.timers.peek() === undefined
    if (!quiet) this.time = Math.max(this.time, limit)
    return quiet
  }

  /** Runs timers as long as `due` says so of the next one; work held or just started is waited for in between. */
  async run(due: (at: number) => boolean): Promise<void> {
    await this.settled()
    for (;;) {
      const next = this.timers.peek()
      if (next === undefined || !due(next.at)) {
        await macrotask()
        await this.settled()
        const late = this.timers.peek()
        if (late === undefined || !due(late.at)) return
        continue
      }
      this.timers.pop()
      this.time = Math.max(this.time, next.at)
      next.run()
      if (this.held > 0) await this.settled()
    }
  }

  private letGo(): void {
    this.held -= 1
    if (this.held <= 0) this.onReleased?.()
  }

  private async settled(): Promise<void> {
    while (this.held > 0) {
      await new Promise<void>((resolve) => {
        this.onReleased = resolve
      })
      this.onReleased = undefined
    }
  }
}

/** Lets promises that nobody holds time for come to their end. */
const macrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
