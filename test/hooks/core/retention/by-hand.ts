import { DateTime } from 'luxon'
import type { Aged, KeepRules } from '../../../../hooks/core/retention'

/** The rules as one would check them on paper: label each snapshot, walk from the newest, keep the first of a label. */
export const keptByHand = (rules: KeepRules, rows: ReadonlyArray<Aged>): ReadonlyArray<string> => {
  const kept = new Set(rows.filter(({ pinned }) => pinned).map(({ name }) => name))
  for (const bucket of new Set(rows.map((row) => row.bucket)))
    for (const name of ofBucket(
      rules,
      rows.filter((row) => row.bucket === bucket),
    ))
      kept.add(name)
  return [...kept].sort()
}

const ofBucket = (rules: KeepRules, rows: ReadonlyArray<Aged>): ReadonlyArray<string> => {
  const place = (row: Aged): number =>
    rows.filter((other) => other.at > row.at || (other.at === row.at && other.name < row.name)).length
  const ordered = rows.map((row) => ({ row, place: place(row) })).sort((a, b) => a.place - b.place)
  const walk = (format: string, wanted = 0): ReadonlyArray<string> => {
    const first = new Map<string, string>()
    for (const { row } of ordered) {
      const label = DateTime.fromMillis(row.at, { zone: 'utc' }).toFormat(format)
      if (!first.has(label) && first.size < wanted) first.set(label, row.name)
    }
    return [...first.values()]
  }
  return [
    ...ordered.filter((one) => one.place < (rules.keepLatest ?? 0)).map(({ row }) => row.name),
    ...walk('yyyy-MM-dd HH', rules.keepHourly),
    ...walk('yyyy-MM-dd', rules.keepDaily),
    ...walk("kkkk-'W'WW", rules.keepWeekly),
    ...walk('yyyy-MM', rules.keepMonthly),
    ...walk('yyyy', rules.keepAnnual),
  ]
}
