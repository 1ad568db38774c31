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
export const keptNames = (rules: KeepRules, rows: ReadonlyArray<Aged>): ReadonlySet<string> =>
  new Set([
    ...rows.filter(({ pinned }) => pinned).map(({ name }) => name),
    ...buckets(rows).flatMap((bucket) => keptInBucket(rules, [...bucket].sort(newestFirst))),
  ])

export const newestFirst = (a: Pick<Aged, 'at' | 'name'>, b: Pick<Aged, 'at' | 'name'>): number =>
  b.at - a.at || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const keptInBucket = (rules: KeepRules, newest: ReadonlyArray<Aged>): ReadonlyArray<string> => [
  ...newest.slice(0, rules.keepLatest ?? 0).map(({ name }) => name),
  ...keptOf(rules.keepHourly, newest, PERIODS.hour),
  ...keptOf(rules.keepDaily, newest, PERIODS.day),
  ...keptOf(rules.keepWeekly, newest, PERIODS.week),
  ...keptOf(rules.keepMonthly, newest, PERIODS.month),
  ...keptOf(rules.keepAnnual, newest, PERIODS.year),
]

/** Sorted by time, snapshots of one period stand together: the first of each is its newest. */
const keptOf = (count: number | undefined, newest: ReadonlyArray<Aged>, period: PeriodOf): ReadonlyArray<string> =>
  count === undefined || count === 0
    ? []
    : newest
        .filter(({ at }, index) => index === 0 || period(newest[index - 1]?.at ?? 0) !== period(at))
        .slice(0, count)
        .map(({ name }) => name)

export const buckets = <A extends Pick<Aged, 'bucket'>>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const [first] = rows
  return first === undefined || rows.every(({ bucket }) => bucket === first.bucket)
    ? [rows]
    : [...new Set(rows.map(({ bucket }) => bucket))].map((bucket) => rows.filter((row) => row.bucket === bucket))
}
