import type { Cron, DayField } from './cron'

/** A calendar day as days since 1970-01-01, in whatever zone it is read. */
export type LocalDay = number

const MS_PER_DAY = 86_400_000

export const isDayOf = (cron: Cron, day: LocalDay): boolean => {
  const date = new Date(day * MS_PER_DAY)
  return cron.months.includes(date.getUTCMonth() + 1) && isDayOfFields(cron, date)
}

/** The day itself when its month counts, else the first day of the following month. */
export const firstDayWorthLooking = (cron: Cron, day: LocalDay): LocalDay => {
  const date = new Date(day * MS_PER_DAY)
  return cron.months.includes(date.getUTCMonth() + 1)
    ? day
    : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / MS_PER_DAY
}

const isDayOfFields = ({ monthDays, weekDays }: Cron, date: Date): boolean =>
  monthDays.any
    ? weekDays.any || isWeekDay(weekDays, date)
    : isMonthDay(monthDays, date) || (!weekDays.any && isWeekDay(weekDays, date))

const isMonthDay = ({ days, last }: DayField, date: Date): boolean =>
  days.includes(date.getUTCDate()) || (last.length > 0 && daysLeft(date) === 0)

const isWeekDay = ({ days, last, nth }: DayField, date: Date): boolean => {
  const inLastWeek = daysLeft(date) < 7
  return (
    (days.includes(date.getUTCDay()) && (nth === undefined || Math.ceil(date.getUTCDate() / 7) === nth)) ||
    (inLastWeek && last.includes(date.getUTCDay()))
  )
}

const daysLeft = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate() - date.getUTCDate()
