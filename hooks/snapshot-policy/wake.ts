import type { Instant } from '../core/time/instant'

const DAY = 86_400

/** Whole seconds until the first of several instants, from 1 to a day; absent without any. */
export const secondsUntil = (
  instants: ReadonlyArray<Instant>,
  now: Instant,
): { readonly resyncAfterSeconds?: number } =>
  instants.length === 0
    ? {}
    : { resyncAfterSeconds: Math.min(DAY, Math.max(1, Math.ceil((Math.min(...instants) - now) / 1000))) }
