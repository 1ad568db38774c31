import { Counter, type Registry } from 'prom-client'
import type { CallReport } from './call-report'

/** Enough for all runs that end while a status is on its way; an end is told again when its write was lost. */
const REMEMBERED = 10_000

/** Counts each run that ends, at the call that answers its end. */
export const completedRuns = (registry: Registry): ((report: CallReport) => void) => {
  const total = new Counter({
    name: 'kopiur_snapshots_completed_total',
    help: 'Runs that ended, by result',
    labelNames: ['result', 'namespace', 'policy'],
    registers: [registry],
  })
  const counted = new Set<string>()
  return ({ completed, parent }) => {
    const uid = parent?.uid ?? ''
    if (completed === undefined || counted.has(uid)) return
    total.inc({ ...completed })
    counted.add(uid)
    const [oldest] = counted
    if (counted.size > REMEMBERED && oldest !== undefined) counted.delete(oldest)
  }
}
