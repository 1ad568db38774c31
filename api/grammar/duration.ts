import * as O from 'fp-ts/Option'

const GRAMMAR = /^(\d+)([hms]?)$/
const SECONDS = { h: 3600, m: 60, s: 1 } as const

/** `90`, `30s`, `10m`, `2h` to seconds: one whole number with at most one unit; no `d`, no `1h30m`, no sign. */
export const durationSeconds = (text: string): O.Option<number> => {
  const [, digits, unit] = GRAMMAR.exec(text.trim()) ?? []
  const seconds = Number(digits) * (unit === 'h' || unit === 'm' ? SECONDS[unit] : 1)
  return digits !== undefined && Number.isSafeInteger(seconds) ? O.some(seconds) : O.none
}
