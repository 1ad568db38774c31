import { slotHash } from './slot-hash'

/** Seconds by which the slot at `unixSeconds` is late, from 0 up to but not including the window. */
export const jitterSeconds = (seed: string, unixSeconds: number, windowSeconds: number): number =>
  windowSeconds < 1 ? 0 : Number(slotHash(seed, unixSeconds) % BigInt(Math.floor(windowSeconds)))
