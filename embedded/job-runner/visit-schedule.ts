import type { Clock } from '../clock/clock'

/** At most one pending visit for each key; the earliest of several wishes counts. */
export class VisitSchedule {
  private readonly pending = new Map<string, { readonly at: number; readonly cancel: () => void }>()

  constructor(
    private readonly clock: Clock,
    private readonly visit: (key: string) => void,
  ) {}

  at(key: string, at: number): void {
    const pending = this.pending.get(key)
    if (pending !== undefined && pending.at <= at) return
    pending?.cancel()
    const cancel = this.clock.schedule(at, () => {
      this.pending.delete(key)
      this.visit(key)
    })
    this.pending.set(key, { at, cancel })
  }

  cancel(key: string): void {
    this.pending.get(key)?.cancel()
    this.pending.delete(key)
  }

  cancelAll(): void {
    for (const { cancel } of this.pending.values()) cancel()
    this.pending.clear()
  }
}
