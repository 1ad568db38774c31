import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import { formatInstant, parseInstant } from '../../core/time/instant'

type Timing = NonNullable<SnapshotStatus['timing']>

/** Start, end and whole seconds between; a text that is no time is left out. */
export const timingOf = ({ startTime, endTime }: { readonly startTime?: string; readonly endTime: string }): Timing => {
  const start = parseInstant(startTime ?? '')
  const stop = parseInstant(endTime)
  return {
    ...(start._tag === 'Some' ? { startTime: formatInstant(start.value) } : {}),
    ...(stop._tag === 'Some' ? { endTime: formatInstant(stop.value) } : {}),
    ...(start._tag === 'Some' && stop._tag === 'Some'
      ? { durationSeconds: Math.max(0, Math.round((stop.value - start.value) / 1000)) }
      : {}),
  }
}
