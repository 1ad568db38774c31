import { readyTriple, type ConditionUpdate } from '../core/conditions'
import { formatInstant, type Instant } from '../core/time/instant'
import type { SnapshotStatus } from '../../api/kinds/snapshot'
import type { Move } from './move'

export interface Obstacle {
  readonly reason: string
  /** What stands in the way and what to do about it; no clock, no counter. */
  readonly message: string
  /** The conditions of the gate itself, beside the ready triple. */
  readonly conditions?: ReadonlyArray<ConditionUpdate>
  readonly status?: Partial<SnapshotStatus>
  /** Action of the Warning that is told once. */
  readonly action?: string
}

/** The run waits; it goes on by itself when the obstacle is gone. */
export const waitFor = (obstacle: Obstacle, seconds: number): Move => ({
  ...said(obstacle, 'Reconciling', 'Pending', obstacle.status),
  resyncAfterSeconds: seconds,
})

/** The run waits for somebody to change something; looked at again now and then. */
export const blockedOn = (obstacle: Obstacle, seconds = 60): Move => ({
  ...said(obstacle, 'Stalled', 'Pending', obstacle.status),
  resyncAfterSeconds: seconds,
})

/** The run is over before it began. */
export const refuse = (obstacle: Obstacle, now: Instant): Move => ({
  ...said(obstacle, 'Stalled', 'Failed', { timing: { endTime: formatInstant(now) }, ...obstacle.status }),
  clear: ['preflightSince'],
})

const said = (
  { reason, message, conditions, action }: Obstacle,
  outcome: 'Reconciling' | 'Stalled',
  phase: 'Pending' | 'Failed',
  status: Partial<SnapshotStatus> | undefined,
): Move => ({
  status: { phase, ...status },
  conditions: [...readyTriple(outcome, reason, message), ...(conditions ?? [])],
  ...(action === undefined ? {} : { event: { type: 'Warning', action } }),
})
