import type { CronFieldCollection } from 'cron-parser'
import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { cronValues, splitCron } from '../../../api/grammar'
import { substituteHashedFields } from './hashed-fields'

/** The calendar of a five-field expression, numbers sorted and distinct. */
export interface Cron {
  readonly minutes: ReadonlyArray<number>
  readonly hours: ReadonlyArray<number>
  readonly months: ReadonlyArray<number>
  readonly monthDays: DayField
  readonly weekDays: DayField
}

/** `last` holds the `L` values: in the days of month 0 stands for the last day, else the weekday's last in the month. */
export interface DayField {
  readonly any: boolean
  readonly days: ReadonlyArray<number>
  readonly last: ReadonlyArray<number>
  /** The `n` of `5#n`: only the n-th such weekday of a month. */
  readonly nth?: number
}

/**
 * Parses a five-field cron expression. A field that is exactly `H` takes a value hashed from the seed. When both the day
 * of month and the day of week are restricted, a day that satisfies either one counts.
 */
export const parseCron = (expression: string, seed: string): E.Either<string, Cron> =>
  pipe(
    splitCron(expression),
    E.chain((fields) => cronValues(substituteHashedFields(fields, seed))),
    E.map(calendar),
  )

const calendar = (fields: CronFieldCollection): Cron => ({
  minutes: numbers(fields.minute.values),
  hours: numbers(fields.hour.values),
  months: numbers(fields.month.values),
  monthDays: {
    any: fields.dayOfMonth.isWildcard,
    days: numbers(fields.dayOfMonth.values),
    last: fields.dayOfMonth.values.some((value) => value === 'L') ? [0] : [],
  },
  weekDays: {
    any: fields.dayOfWeek.isWildcard,
    days: distinct(numbers(fields.dayOfWeek.values).map((day) => day % 7)),
    last: texts(fields.dayOfWeek.values).map((text) => Number.parseInt(text, 10) % 7),
    ...(fields.dayOfWeek.nthDay === 0 ? {} : { nth: fields.dayOfWeek.nthDay }),
  },
})

const numbers = (values: ReadonlyArray<unknown>): ReadonlyArray<number> =>
  distinct(values.filter((value): value is number => typeof value === 'number'))

const texts = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values.filter((value): value is string => typeof value === 'string')

const distinct = (values: ReadonlyArray<number>): ReadonlyArray<number> => [...new Set(values)].sort((a, b) => a - b)
