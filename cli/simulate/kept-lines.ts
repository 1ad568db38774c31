import { DateTime } from 'luxon'
import type { Simulated } from '../../embedded/simulate'

/** What is held at the end, newest day first, with the times (UTC) at which the runs ended. */
export const keptLines = (policy: string, { kept, runs, deleted }: Simulated): ReadonlyArray<string> => {
  const names = new Set(kept[policy] ?? [])
  const mine = runs.filter((run) => run.policy === policy)
  const days = new Map<string, ReadonlyArray<string>>()
  for (const { endTime } of mine.filter(({ name }) => names.has(name)).reverse()) {
    const end = DateTime.fromISO(endTime, { zone: 'utc' })
    const day = end.toFormat('ccc yyyy-MM-dd')
    days.set(day, [...(days.get(day) ?? []), end.toFormat('HH:mm')])
  }
  const gone = new Set(mine.map(({ name }) => name))
  const reasons = deleted.filter(({ name }) => gone.has(name)).map(({ reason }) => reason)
  const counts = [...new Set(reasons)].map((reason) => `${reasons.filter((one) => one === reason).length} by ${reason}`)
  return [
    '',
    `  Kept at the end: ${names.size} of ${mine.length}${counts.length === 0 ? '' : ` (deleted: ${counts.join(', ')})`}; times in UTC`,
    ...[...days].map(([day, times]) => `  ${day}  ${times.join(' ')}`),
  ]
}
