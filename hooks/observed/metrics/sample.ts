import type { Labels, Sample } from './object-metric'

/** A series of a value that may be unknown; what is unknown is no series. */
export const sample = (labels: Labels, value: number | undefined): ReadonlyArray<Sample> =>
  value === undefined ? [] : [{ labels, value }]
