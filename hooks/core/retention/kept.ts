import type { Instant } from '../time/instant'
import { PERIODS, type PeriodOf } from './periods'

/** How many snapshots each rule keeps; absent or 0 switches a rule off. */
export interface KeepRules {
  readonly keepLatest?: number
  readonly keepHourly?: number
  readonly keepDaily?: number
  readonly keepWeekly?: number
  readonly keepMonthly?: number
  readonly keepAnnual?: number
}

/** One snapshot as retention sees it. */
export interface Aged {
  readonly name: string
  readonly at: Instant
  readonly pinned: boolean
  /** Snapshots of one claim in one repository compete with each other only. */
  readonly bucket: string
}

/**
 * Names of the snapshots that stay: those that any rule keeps within their bucket, and the pinned ones. Of each hour,
 * day, ISO week, month and year (UTC) a rule keeps the newest; periods without a snapshot use up nothing.
 */
export const keptNames = (rules: KeepRules, rows: ReadonlyArray<Aged>): ReadonlySet<string> => {
  const kept = new Set<string>()
  for (const { name, pinned } of rows) if (pinned) kept.add(name)
  for (const bucket of buckets(rows)) keepInBucket(rules, [...bucket].sort(newestFirst), kept)
  return kept
}

export const newestFirst = (a: Pick<Aged, 'at' | 'name'>, b: Pick<Aged, 'at' | 'name'>): number =>
  b.at - a.at || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** Loops, because a year of hourly snapshots asks this thousands of times. */
const keepInBucket = (rules: KeepRules, newest: ReadonlyArray<Aged>, kept: Set<string>): void => {
  for (const { name } of newest.slice(0, rules.keepLatest ?? 0)) kept.add(name)
  keepNewestOf(rules.keepHourly, newest, PERIODS.hour, kept)
  keepNewestOf(rules.keepDaily, newest, PERIODS.day, kept)
  keepNewestOf(rules.keepWeekly, newest, PERIODS.week, kept)
  keepNewestOf(rules.keepMonthly, newest, PERIODS.month, kept)
  keepNewestOf(rules.keepAnnual, newest, PERIODS.year, kept)
}

/** Sorted by time, snapshots of one period stand together: the first of each is its newest. */
const keepNewestOf = (count = 0, newest: ReadonlyArray<Aged>, period: PeriodOf, kept: Set<string>): void => {
  let left = count
  let last = Number.NaN
  for (const { at, name } of newest) {
    if (left === 0) return
    const current = period(at)
    if (current === last) continue
    last = current
    left -= 1
    kept.add(name)
  }
}

export const buckets = <A extends Pick<Aged, 'bucket'>>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const [first] = rows
  return first === undefined || rows.every(({ bucket }) => bucket === first.bucket)
    ? [rows]
    : [...new Set(rows.map(({ bucket }) => bucket))].map((bucket) => rows.filter((row) => row.bucket === bucket))
}
