import type { KubeObject } from '../../api/kubernetes/object'
import type { Staged, StagedAnswer } from '../core/snapshot-run'
import type { Instant } from '../core/time/instant'
import type { Effect } from '../effect'

/** What one call changes; everything unsaid stays as it is and every object unnamed is kept. */
export interface Move {
  readonly answer?: StagedAnswer
  readonly create?: { readonly object: KubeObject; readonly reason: string }
  /** Observed objects to delete. */
  readonly drop?: ReadonlyArray<KubeObject>
  readonly resyncAfterSeconds?: number
  readonly effects?: ReadonlyArray<Effect>
}

/** A reason of `SourceStaged` and what it means. */
export interface Told {
  readonly reason: string
  readonly message: string
}

/** How a message about a deadline goes on. */
export const lateMessage = (why: string, timeout: number): string =>
  `${why} It was waited for ${timeout} s. Mend that, give it more time (spec.staging.timeout of the policy) or set copyMethod: Direct; then make a new Snapshot.`

/** There will be no stage. */
export const failed = (told: Told, stage: Staged = {}): Move => ({ answer: { failed: { ...told, stage } } })

export const waiting = (told: Told, resyncAfterSeconds: number): Move => ({
  answer: { waiting: told },
  resyncAfterSeconds,
})

const RETRY_SECONDS = 30

/** Waits for a right of the component that is missing. */
export const unreadable = (what: string): Move =>
  waiting(
    {
      reason: 'WaitingForVolumeSnapshot',
      message: `${what} may not be read. The component csi-snapshots gives the service that right; with an install of your own see its rbac.yaml.`,
    },
    RETRY_SECONDS,
  )

export interface Deadline {
  readonly since: Instant
  /** Seconds; 0 is for ever. */
  readonly timeout: number
  readonly now: Instant
}

const LONGEST_PAUSE_SECONDS = 300

/** Waits, and fails once the time is over. */
export const waitingUntil = (
  { since, timeout, now }: Deadline,
  told: Told,
  late: { readonly told: Told; readonly stage: Staged },
): Move => {
  const left = timeout - Math.floor((now - since) / 1000)
  if (timeout === 0) return waiting(told, LONGEST_PAUSE_SECONDS)
  return left <= 0 ? failed(late.told, late.stage) : waiting(told, Math.min(left, LONGEST_PAUSE_SECONDS))
}
