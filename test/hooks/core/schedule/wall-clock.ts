import { DateTime } from 'luxon'

/** What a clock on the wall shows. */
export interface Reading {
  readonly day: number
  readonly weekday: number
  readonly hour: number
  readonly minute: number
}

/** A cron expression written out as predicates, so that nothing of the parser under test is used. */
export interface WallClock {
  readonly expression: string
  readonly minute: (minute: number) => boolean
  readonly hour: (hour: number) => boolean
  readonly day: (reading: Reading) => boolean
  readonly everyHour: boolean
}

export interface Tick {
  readonly at: number
  readonly shown: Reading
  /** Wall-clock minutes jumped over just before this one. */
  readonly skipped: ReadonlyArray<Reading>
  /** The clocks have shown this before on the same day. */
  readonly again: boolean
}

const MINUTE = 60_000

/** Real time minute by minute, with what the wall clock of a zone shows. */
export const ticks = (zone: string, from: number, until: number): ReadonlyArray<Tick> => {
  const found: Tick[] = []
  let highest = Number.NEGATIVE_INFINITY
  for (let at = from; at <= until; at += MINUTE) {
    const local = DateTime.fromMillis(at, { zone })
    const wall = at + local.offset * MINUTE
    const gap = highest === Number.NEGATIVE_INFINITY ? 0 : Math.max(0, (wall - highest) / MINUTE - 1)
    found.push({
      at,
      shown: reading(wall),
      skipped: Array.from({ length: gap }, (_, index) => reading(highest + (index + 1) * MINUTE)),
      again: wall <= highest,
    })
    highest = Math.max(highest, wall)
  }
  return found
}

/**
 * When an expression fires on a walk. Expressions that name hours fire once for each wall-clock time; times that the
 * clocks jump over fire that much later.
 */
export const walk = (wall: WallClock, walked: ReadonlyArray<Tick>): ReadonlyArray<number> => {
  const fired = walked.flatMap(({ at, shown, skipped, again }) => [
    ...(matches(wall, shown) && (wall.everyHour || !again) ? [at] : []),
    ...(wall.everyHour ? [] : skipped.flatMap((missed, index) => (matches(wall, missed) ? [at + index * MINUTE] : []))),
  ])
  return [...new Set(fired)].sort((a, b) => a - b)
}

const matches = (wall: WallClock, shown: Reading): boolean =>
  wall.minute(shown.minute) && wall.hour(shown.hour) && wall.day(shown)

const reading = (wall: number): Reading => {
  const date = new Date(wall)
  return { day: date.getUTCDate(), weekday: date.getUTCDay(), hour: date.getUTCHours(), minute: date.getUTCMinutes() }
}
