import type { Clock } from '../clock/clock'
import type { Life } from './work'

const FIRST_DELAY = 5
const LONGEST_DELAY = 1_000_000
/** Retries of a whole queue: 10 a second, after 100 at once. */
const RATE = 10
const BURST = 100

export interface WorkQueueOptions {
  readonly clock: Clock
  readonly life: Life
  readonly workers: number
  /** Works on one key; never called for a key that is being worked on. */
  readonly handle: (key: string) => Promise<void>
}

/**
 * Keys to be worked on, each once at a time however often it is asked for. What is asked for while it is worked on comes
 * once more.
 */
export class WorkQueue {
  private readonly waiting: string[] = []
  private readonly dirty = new Set<string>()
  private readonly processing = new Set<string>()
  private readonly timers = new Map<string, { readonly at: number; readonly cancel: () => void }>()
  private readonly failures = new Map<string, number>()
  private tokens = BURST
  private tokensAt: number
  private pumping = false

  constructor(private readonly options: WorkQueueOptions) {
    this.tokensAt = options.clock.now()
  }

  add(key: string): void {
    if (this.dirty.has(key)) return
    this.dirty.add(key)
    if (this.processing.has(key)) return
    this.waiting.push(key)
    this.pump()
  }

  /** The earliest of several pending times counts. No time to wait means at once. */
  addAfter(key: string, ms: number): void {
    if (!(ms > 0)) return this.add(key)
    const { clock } = this.options
    const at = clock.now() + ms
    const pending = this.timers.get(key)
    if (pending !== undefined && pending.at <= at) return
    pending?.cancel()
    const cancel = clock.schedule(at, () => {
      this.timers.delete(key)
      if (this.options.life.alive) this.add(key)
    })
    this.timers.set(key, { at, cancel })
  }

  /** After a failure: 5 ms, doubled for each failure in a row, and not faster than the queue's rate. */
  addRateLimited(key: string): void {
    const failures = this.failures.get(key) ?? 0
    this.failures.set(key, failures + 1)
    const backoff = Math.min(FIRST_DELAY * 2 ** failures, LONGEST_DELAY)
    this.addAfter(key, Math.max(backoff, this.reserve()))
  }

  /** After a success. */
  forget(key: string): void {
    this.failures.delete(key)
  }

  /** Keys in work or to be worked on now. */
  get busy(): boolean {
    return this.waiting.length + this.processing.size > 0
  }

  stop(): void {
    for (const { cancel } of this.timers.values()) cancel()
    this.timers.clear()
    this.waiting.length = 0
  }

  private reserve(): number {
    const now = this.options.clock.now()
    this.tokens = Math.min(BURST, this.tokens + ((now - this.tokensAt) / 1_000) * RATE) - 1
    this.tokensAt = now
    return this.tokens >= 0 ? 0 : (-this.tokens / RATE) * 1_000
  }

  /** Workers take up keys in a turn of their own, so that events of one moment come together. */
  private pump(): void {
    if (this.pumping) return
    this.pumping = true
    const { clock, life } = this.options
    clock.schedule(clock.now(), () => {
      this.pumping = false
      if (life.alive) this.start()
    })
  }

  private start(): void {
    while (this.processing.size < this.options.workers) {
      const key = this.waiting.shift()
      if (key === undefined) return
      this.dirty.delete(key)
      this.processing.add(key)
      void this.options.handle(key).finally(() => this.finished(key))
    }
  }

  private finished(key: string): void {
    this.processing.delete(key)
    if (this.dirty.has(key)) this.waiting.push(key)
    if (this.waiting.length > 0) this.pump()
  }
}
