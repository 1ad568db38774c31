import type { SnapshotSchedule } from '../../api/kinds/snapshot-schedule'
import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import type { Simulated, Story } from '../../embedded/simulate'
import { effectiveTiming } from '../../hooks/snapshot-policy/slots/effective-timing'
import { targetsOf } from '../../hooks/snapshot-policy/target'
import { means } from '../../hooks/core/schedule'
import { dayLines } from './day-lines'
import { keptLines } from './kept-lines'
import { localTime } from './local-time'

/** The story as a calendar: a line a day, an hour a column, so that one can check it against what one meant. */
export const timeline = (story: Story, simulated: Simulated, notes: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...story.policies.flatMap((policy) => [
    ...heading(policy),
    ...story.schedules
      .filter((schedule) => means(schedule, policy))
      .flatMap((schedule) => scheduleLines(policy, schedule, { story, simulated })),
    ...keptLines(keyOf(policy), simulated),
    '',
  ]),
  ...LEGEND,
  ...notes.map((note) => `Note: ${note}.`),
]

const LEGEND = ['Columns are hours: # run, 2-9 or + runs, x failed, r replaced, - passed over, . nothing.']

const heading = ({ metadata, spec }: SnapshotPolicy): ReadonlyArray<string> => {
  const rules = Object.entries(spec.retention ?? {}).map(
    ([rule, count]) => `${rule.replace('keep', '').toLowerCase()} ${String(count)}`,
  )
  return [
    `Policy ${metadata.namespace ?? ''}/${metadata.name}: ${rules.length === 0 ? 'keeps everything' : `keeps ${rules.join(', ')}`}${
      spec.suspend === true ? ' (suspended)' : ''
    }`,
  ]
}

const scheduleLines = (
  policy: SnapshotPolicy,
  schedule: SnapshotSchedule,
  { story, simulated }: { readonly story: Story; readonly simulated: Simulated },
): ReadonlyArray<string> => {
  const zone = zoneOf(schedule, policy, story)
  const key = keyOf(schedule)
  const isMine = (one: { readonly policy: string; readonly schedule: string }): boolean =>
    one.policy === keyOf(policy) && one.schedule === key
  const runs = simulated.runs.filter(isMine)
  const skips = simulated.skips.filter(isMine)
  const next = simulated.next[key] ?? []
  return [
    '',
    `  Schedule ${key}: ${schedule.spec.schedule.cron}, times in ${zone}`,
    `  ${counted(runs.length, 'run')}${outcomes(runs)}; ${counted(skips.length, 'slot')} passed over${reasons(skips)}`,
    '',
    `  ${' '.repeat(24)}0     6     12    18`,
    ...dayLines({ runs, skips }, zone).map((line) => `  ${line}`),
    '',
    next.length === 0 ? '  Nothing is to come.' : `  Next: ${nextTimes(next, zone)}`,
  ]
}

const SHOWN = 4

const nextTimes = (next: ReadonlyArray<string>, zone: string): string =>
  [...next.slice(0, SHOWN).map((time) => localTime(time, zone)), ...(next.length > SHOWN ? ['…'] : [])].join(', ')

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const outcomes = (runs: Simulated['runs']): string =>
  listed(
    ['Failed', 'Replaced'].map((outcome) => [
      outcome.toLowerCase(),
      runs.filter((run) => run.outcome === outcome).length,
    ]),
  )

const reasons = (skips: Simulated['skips']): string =>
  listed(
    [...new Set(skips.map(({ reason }) => reason))].map((reason) => [
      reason,
      skips.filter((skip) => skip.reason === reason).length,
    ]),
  )

const listed = (parts: ReadonlyArray<readonly [string, number]>): string => {
  const some = parts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
  return some.length === 0 ? '' : ` (${some.join(', ')})`
}

const zoneOf = (schedule: SnapshotSchedule, policy: SnapshotPolicy, { repositories, schedules }: Story): string => {
  const targets = targetsOf({ policy, repositories, schedules, snapshots: [] })
  return effectiveTiming(schedule, targets, undefined).timezone
}

const keyOf = ({ metadata }: SnapshotSchedule | SnapshotPolicy): string =>
  `${metadata.namespace ?? ''}/${metadata.name}`
