const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** kubectl's short form of a duration: `45s`, `3m20s`, `5h`, `2d3h`, `400d`, `3y`. */
export const shortDuration = (ms: number): string => {
  if (ms < 2 * MINUTE) return `${Math.floor(ms / SECOND)}s`
  if (ms < 10 * MINUTE) return two(ms, [MINUTE, 'm'], [SECOND, 's'])
  if (ms < 3 * HOUR) return `${Math.floor(ms / MINUTE)}m`
  if (ms < 8 * HOUR) return two(ms, [HOUR, 'h'], [MINUTE, 'm'])
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)}h`
  if (ms < 8 * DAY) return two(ms, [DAY, 'd'], [HOUR, 'h'])
  if (ms < 2 * YEAR) return `${Math.floor(ms / DAY)}d`
  if (ms < 8 * YEAR) return two(ms, [YEAR, 'y'], [DAY, 'd'])
  return `${Math.floor(ms / YEAR)}y`
}

type Unit = readonly [number, string]

const two = (ms: number, [large, largeName]: Unit, [small, smallName]: Unit): string => {
  const rest = Math.floor((ms % large) / small)
  return `${Math.floor(ms / large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`
}
