import { pino, type Logger } from 'pino'
import type { CallReport } from './call-report'

export type { Logger } from 'pino'

/** JSON lines on standard output. */
export const createLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })

/** One line a call: names, versions, sizes and what was done; never a body. A call that did nothing is debug. */
export const logCall = (logger: Logger, report: CallReport): void => {
  const { code, created, dropped, effects, refusals } = report
  const did = created.length + dropped.length + effects.length + refusals.length > 0
  const level = code >= 500 ? 'error' : code !== 200 ? 'warn' : did ? 'info' : 'debug'
  logger[level](report, `${report.controller} ${report.hook}`)
}
