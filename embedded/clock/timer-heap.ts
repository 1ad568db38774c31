export interface Timer {
  readonly at: number
  /** Order of scheduling: timers of one instant run first in, first out. */
  readonly order: number
  readonly run: () => void
  cancelled: boolean
}

const before = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** A binary heap of timers, earliest first. Cancelled ones are dropped when they surface. */
export class TimerHeap {
  private readonly items: Timer[] = []

  push(timer: Timer): void {
    const items = this.items
    let index = items.push(timer) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!before(timer, items[parent]!)) break
      items[index] = items[parent]!
      index = parent
    }
    items[index] = timer
  }

  peek(): Timer | undefined {
    while (this.items[0]?.cancelled) this.removeFirst()
    return this.items[0]
  }

  pop(): Timer | undefined {
    const first = this.peek()
    if (first) this.removeFirst()
    return first
  }

  private removeFirst(): void {
    const last = this.items.pop()
    if (last === undefined || this.items.length === 0) return
    const items = this.items
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= items.length) break
      if (child + 1 < items.length && before(items[child + 1]!, items[child]!)) child += 1
      if (!before(items[child]!, last)) break
      items[index] = items[child]!
      index = child
    }
    items[index] = last
  }
}
