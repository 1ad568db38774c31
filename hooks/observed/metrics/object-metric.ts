import type { ObservedKind } from '../facts'
import type { Seen } from '../seen'

export interface Labels {
  readonly [label: string]: string
}

/** One series at one moment. */
export interface Sample {
  readonly labels: Labels
  readonly value: number
}

/** A gauge about objects; its name is one that dashboards know. */
export interface ObjectMetric {
  readonly name: string
  readonly help: string
  readonly labels: ReadonlyArray<string>
  /** Kinds without which it would tell half the truth: it has no series before all of them were listed. */
  readonly needs: ReadonlyArray<ObservedKind>
  readonly samples: (seen: Seen) => ReadonlyArray<Sample>
}
