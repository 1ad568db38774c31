import { fnv1a64, utf8 } from '../names'

/**
 * FNV-1a 64 over the seed's bytes and the slot's unix seconds as eight little-endian bytes. It spreads schedules over
 * time without anything to remember: the same seed and slot give the same number for ever.
 */
export const slotHash = (seed: string, unixSeconds: number): bigint =>
  fnv1a64(Uint8Array.from([...utf8(seed), ...littleEndian(unixSeconds)]))

const littleEndian = (seconds: number): ReadonlyArray<number> => {
  const bits = BigInt.asUintN(64, BigInt(seconds))
  return [0n, 8n, 16n, 24n, 32n, 40n, 48n, 56n].map((shift) => Number((bits >> shift) & 0xffn))
}
