import type { ApiRequest, Verb } from './api/fault'

/** Counts API requests by verb, Events apart. */
export class RequestCounter {
  private readonly counts = new Map<string, number>()

  readonly count = ({ verb, ref }: ApiRequest): void => {
    const key = ref.kind === 'Event' ? 'event' : verb
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  get(verb: Verb | 'event'): number {
    return this.counts.get(verb) ?? 0
  }

  /** All counts by verb, without the zeros. */
  all(): { readonly [verb: string]: number } {
    return Object.fromEntries(this.counts)
  }

  reset(): void {
    this.counts.clear()
  }
}
