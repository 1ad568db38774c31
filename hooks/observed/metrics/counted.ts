import * as NEA from 'fp-ts/NonEmptyArray'
import type { Labels, Sample } from './object-metric'

/** How many have each set of labels; a set that nothing has is no series. */
export const counted = (labels: ReadonlyArray<Labels>): ReadonlyArray<Sample> =>
  Object.values(NEA.groupBy((one: Labels) => JSON.stringify(one))([...labels])).map((same) => ({
    labels: NEA.head(same),
    value: same.length,
  }))
