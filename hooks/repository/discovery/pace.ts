import type { Instant } from '../../core/time/instant'

const FIRST_REST_SECONDS = 120
const LONGEST_SECONDS = 1800
const MOST_DOUBLINGS = 4

/** Rest after so many failures in a row: 120 s, 240, 480, 960, and 1800 from then on. */
export const restSeconds = (failures: number): number =>
  Math.min(FIRST_REST_SECONDS * 2 ** Math.max(0, Math.min(failures - 1, MOST_DOUBLINGS)), LONGEST_SECONDS)

/** A backend that is slow rather than away gets more time: the deadline doubles with each failure, up to half an hour. */
export const escalatedDeadline = (baseSeconds: number, failures: number): number =>
  Math.min(baseSeconds * 2 ** Math.min(failures, MOST_DOUBLINGS), Math.max(baseSeconds, LONGEST_SECONDS))

export const secondsAfter = (instant: Instant, seconds: number): Instant => instant + seconds * 1000
