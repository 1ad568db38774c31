import { slotHash } from './slot-hash'

/** Lowest value and number of values that `H` may stand for: minute, hour, day of month, month, day of week. */
const RANGES = [
  { low: 0, width: 60n },
  { low: 0, width: 24n },
  { low: 1, width: 28n },
  { low: 1, width: 12n },
  { low: 0, width: 7n },
] as const

/** Puts a number for every field that is exactly `H`: each schedule has its own, and keeps it. */
export const substituteHashedFields = (fields: ReadonlyArray<string>, seed: string): ReadonlyArray<string> => {
  const base = slotHash(seed, 0)
  return fields.map((field, index) => {
    const range = RANGES[index]
    return field === 'H' && range !== undefined
      ? String(range.low + Number(rotateLeft(base, 7n * BigInt(index + 1)) % range.width))
      : field
  })
}

const rotateLeft = (value: bigint, by: bigint): bigint => BigInt.asUintN(64, (value << by) | (value >> (64n - by)))
