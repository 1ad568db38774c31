import { CronExpressionParser, type CronFieldCollection } from 'cron-parser'
import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'

/** Splits a five-field expression; `H` may stand for a whole field only. */
export const splitCron = (expression: string): E.Either<string, ReadonlyArray<string>> => {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== 5) return E.left(`expected 5 fields, found ${expression.trim() === '' ? 0 : fields.length}`)
  return fields.some((field) => field !== 'H' && field.replace(/[a-z]{3}/gi, '').includes('H'))
    ? E.left('H stands alone in its field: neither steps nor ranges of it are known')
    : E.right(fields)
}

/** The values of five fields in which no `H` is left. */
export const cronValues = (fields: ReadonlyArray<string>): E.Either<string, CronFieldCollection> =>
  E.tryCatch(
    () => CronExpressionParser.parse(['0', ...fields].join(' ')).fields,
    (error) => (error instanceof Error ? error.message : String(error)),
  )

/** Lowest value that each field may take, in order: minute, hour, day of month, month, day of week. */
const LOWEST = ['0', '0', '1', '1', '0']

/** Whether an expression can be read at all, whatever `H` will stand for. */
export const checkCron = (expression: string): E.Either<string, CronFieldCollection> =>
  pipe(
    splitCron(expression),
    E.map((fields) => fields.map((field, index) => (field === 'H' ? (LOWEST[index] ?? field) : field))),
    E.chain(cronValues),
  )
