import { DateTime } from 'luxon'
import type { Simulated } from '../../embedded/simulate'

interface Day {
  readonly date: string
  readonly marks: string
}

/** One line a day with a column an hour; days that look alike and follow one another share a line. */
export const dayLines = ({ runs, skips }: Pick<Simulated, 'runs' | 'skips'>, zone: string): ReadonlyArray<string> => {
  const marks = [
    ...runs.map(({ slot, outcome }) => ({ slot, mark: MARKS[outcome] })),
    ...skips.map(({ slot }) => ({ slot, mark: '-' })),
  ]
  const days = new Map<string, Array<ReadonlyArray<string>>>()
  for (const { slot, mark } of marks) {
    const local = DateTime.fromISO(slot, { zone })
    const date = local.toISODate() ?? ''
    const hours = days.get(date) ?? Array.from({ length: 24 }, () => [])
    hours[local.hour] = [...(hours[local.hour] ?? []), mark]
    days.set(date, hours)
  }
  return lines(
    withEmptyDays(
      [...days]
        .map(([date, hours]) => ({ date, marks: hours.map(cell).join('') }))
        .sort((a, b) => (a.date < b.date ? -1 : 1)),
    ),
  )
}

const MARKS = { Succeeded: '#', Failed: 'x', Replaced: 'r' } as const

const cell = (marks: ReadonlyArray<string>): string => {
  const [only = '.'] = marks
  if (marks.length < 2) return only
  const odd = marks.find((mark) => mark !== '#')
  return odd ?? (marks.length < 10 ? String(marks.length) : '+')
}

const EMPTY = '.'.repeat(24)

/** Days between two that have something. */
const withEmptyDays = (days: ReadonlyArray<Day>): ReadonlyArray<Day> =>
  days.flatMap((day, index) => {
    const before = days[index - 1]
    return before === undefined || nextDate(before.date) === day.date
      ? [day]
      : [{ date: nextDate(before.date), marks: EMPTY }, day]
  })

const lines = (days: ReadonlyArray<Day>): ReadonlyArray<string> => {
  const groups: Array<{ readonly first: Day; last: string }> = []
  days.forEach((day, index) => {
    const group = groups.at(-1)
    const until = lastOf(days, index)
    if (group !== undefined && group.first.marks === day.marks) group.last = until
    else groups.push({ first: day, last: until })
  })
  return groups.map(
    ({ first, last }) =>
      `${label(first.date).padEnd(22)}  ${first.marks}${first.date === last ? '' : `  until ${label(last)}`}`,
  )
}

/** An empty day stands for all up to the next that has something. */
const lastOf = (days: ReadonlyArray<Day>, index: number): string => {
  const day = days[index]
  const next = days[index + 1]
  if (day === undefined) return ''
  return next === undefined ? day.date : (DateTime.fromISO(next.date).minus({ days: 1 }).toISODate() ?? day.date)
}

const nextDate = (date: string): string => DateTime.fromISO(date).plus({ days: 1 }).toISODate() ?? ''

const label = (date: string): string => DateTime.fromISO(date).toFormat('ccc yyyy-MM-dd')
