import type { Seen } from '../seen'
import type { Labels, ObjectMetric } from './object-metric'

/** What the gauges about one sort of object have in common. */
export interface Series<F> extends Partial<Pick<ObjectMetric, 'needs'>>, Pick<ObjectMetric, 'labels'> {
  readonly objects: (seen: Seen) => ReadonlyArray<F>
  readonly labelsOf: (facts: F) => Labels
}

/** A gauge with a series for each object; what is unknown of one is no series. */
export type GaugeOf<F> = (name: string, help: string, valueOf: (facts: F) => number | undefined) => ObjectMetric

export const gaugeOf =
  <F>({ labels, needs = [], objects, labelsOf }: Series<F>): GaugeOf<F> =>
  (name, help, valueOf) => ({
    name,
    help,
    labels,
    needs,
    samples: (seen) =>
      objects(seen).flatMap((facts) => {
        const value = valueOf(facts)
        return value === undefined ? [] : [{ labels: labelsOf(facts), value }]
      }),
  })
