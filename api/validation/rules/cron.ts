import * as E from 'fp-ts/Either'
import * as O from 'fp-ts/Option'
import { checkCron, durationSeconds, isTimezone } from '../../grammar'
import type { CronSpec } from '../../kinds/shared/cron-spec'
import { refuse, refuseIf, type Problems } from '../problem'
import { validDuration } from './duration'

/** Cron, zone and jitter of one schedule. */
export const validCronSpec = (spec: CronSpec, path: string): Problems => [
  ...validCron(spec.cron, `${path}.cron`),
  ...validTiming(spec, path),
]

type Timing = Pick<CronSpec, 'jitter' | 'timezone'>

export const validTiming = ({ jitter, timezone }: Timing, path: string): Problems => [
  ...validTimezone(timezone, `${path}.timezone`),
  ...validDuration(jitter, `${path}.jitter`),
]

export const validCron = (cron: string, field: string): Problems => {
  const parsed = checkCron(cron)
  return E.isLeft(parsed)
    ? refuse(field, `${JSON.stringify(cron)} is no cron expression (${parsed.left}): write five fields, as "0 3 * * *"`)
    : []
}

export const validTimezone = (zone: string | undefined, field: string): Problems =>
  refuseIf(
    zone !== undefined && !isTimezone(zone),
    field,
    `${JSON.stringify(zone)} is no IANA time zone: write one as Europe/Berlin or UTC`,
  )

const DAY = 24 * 3600

/** Admission only: a stored schedule with a longer jitter keeps running. */
export const jitterWithinDay = (jitter: string | undefined, field: string): Problems => {
  const seconds = jitter === undefined ? O.none : durationSeconds(jitter)
  return refuseIf(O.isSome(seconds) && seconds.value > DAY, field, `must be at most 24h, not ${jitter}`)
}
