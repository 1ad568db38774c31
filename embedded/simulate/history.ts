import type { Snapshot } from '../../api/kinds/snapshot'
import { formatInstant, type Instant } from '../../hooks/core/time/instant'
import type { RunOutcome, SimulatedDeletion, SimulatedRun, SimulatedSkip } from './story'

interface OpenRun {
  readonly policy: string
  readonly schedule: string
  readonly name: string
  readonly slot: Instant
  readonly startTime: Instant
  endTime: Instant
  outcome: RunOutcome
}

/** What happened, in the order in which it did. */
export class History {
  private readonly opened = new Map<string, OpenRun>()
  private readonly gone: Array<SimulatedDeletion> = []
  private readonly passed: Array<SimulatedSkip & { readonly at: Instant }> = []

  begin(key: string, run: OpenRun): void {
    this.opened.set(key, run)
  }

  /** A run that is taken away before its end. */
  replace(key: string, at: Instant): void {
    const run = this.opened.get(key)
    if (run === undefined) return
    run.endTime = at
    run.outcome = 'Replaced'
  }

  drop({ metadata }: Snapshot, at: Instant, reason: string): void {
    this.gone.push({ name: metadata.name, at: formatInstant(at), reason })
  }

  skip(skip: Omit<SimulatedSkip, 'slot'>, slots: ReadonlyArray<Instant>): void {
    for (const at of slots) this.passed.push({ ...skip, slot: formatInstant(at), at })
  }

  runs(): ReadonlyArray<SimulatedRun> {
    return [...this.opened.values()].map(({ policy, schedule, name, slot, startTime, endTime, outcome }) => ({
      policy,
      schedule,
      name,
      slot: formatInstant(slot),
      startTime: formatInstant(startTime),
      endTime: formatInstant(endTime),
      outcome,
    }))
  }

  skips(): ReadonlyArray<SimulatedSkip> {
    return [...this.passed]
      .sort((a, b) => a.at - b.at || compare(a.schedule, b.schedule) || compare(a.policy, b.policy))
      .map(({ policy, schedule, slot, reason }) => ({ policy, schedule, slot, reason }))
  }

  deleted(): ReadonlyArray<SimulatedDeletion> {
    return this.gone
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
