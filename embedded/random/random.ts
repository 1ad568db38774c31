/** Numbers from a seed: the same seed gives the same sequence. */
export interface Random {
  /** At least 0, less than 1. */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly integer: (low: number, high: number) => number
  /** A version 4 UUID. */
  readonly uuid: () => string
}

/** mulberry32: 32 bits of state, good enough to shuffle a simulated world, not for secrets. */
export const seededRandom = (seed: number): Random => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const word = (): string =>
    Math.floor(next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  return {
    next,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    uuid: () => {
      const hex = word() + word() + word() + word()
      const variant = '89ab'[parseInt(hex[16] ?? '0', 16) & 3] ?? '8'
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
