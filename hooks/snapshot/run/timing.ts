import type { SnapshotStatus } from '../../../api/kinds/snapshot'
import { formatInstant, instantOf, parseInstant, type Instant } from '../../core/time/instant'
import type { Scene } from '../scene'

type Timing = NonNullable<SnapshotStatus['timing']>

interface Told {
  readonly startTime?: string
  readonly endTime: string
}

/** Start, end and whole seconds between; a text that is no time is left out. */
export const timingOf = ({ startTime, endTime }: Told): Timing => {
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

/**
 * The same of what a mover tells. Retention goes by the end, so the clock of a node must not make a backup older than its
 * Snapshot, or newer than now. The start stays: kopia's snapshot is found again by it.
 */
export const moverTiming = (scene: Scene, told: Told): Timing => {
  const timing = timingOf(told)
  const end = instantOf(timing.endTime)
  return end === undefined ? timing : { ...timing, endTime: formatInstant(believedEnd(scene, end)) }
}

/** Milliseconds by which clocks may differ. */
const TOLERANCE = 60_000

/** An end that was set once is not moved by a later look, while hooks run after the snapshot. */
const believedEnd = ({ snapshot: { metadata, status }, now }: Scene, told: Instant): Instant => {
  const made = instantOf(metadata.creationTimestamp) ?? told
  if (told < made - TOLERANCE) return made
  return told > Math.max(made, now) + TOLERANCE ? Math.max(made, instantOf(status?.timing?.endTime) ?? now) : told
}
