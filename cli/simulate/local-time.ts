import { DateTime } from 'luxon'

/** `Mon 2026-01-05 02:00`, on the wall clock of a zone. */
export const localTime = (time: string, zone: string): string =>
  DateTime.fromISO(time, { zone }).toFormat(`ccc yyyy-MM-dd HH:mm${time.endsWith(':00Z') ? '' : ':ss'}`)
