import type { Check } from './check'

export const MAX_RESYNC_SECONDS = 86_400

/** Zero is no timer, fractions and huge numbers are hot loops. */
export const resyncInRange: Check = (_call, { resyncAfterSeconds }) =>
  resyncAfterSeconds === undefined ||
  (Number.isInteger(resyncAfterSeconds) && resyncAfterSeconds >= 1 && resyncAfterSeconds <= MAX_RESYNC_SECONDS)
    ? []
    : [`resyncAfterSeconds is ${resyncAfterSeconds}, not a whole number from 1 to ${MAX_RESYNC_SECONDS}`]
