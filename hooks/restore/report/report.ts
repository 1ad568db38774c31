import type { ConditionUpdate } from '../../core/conditions'

/** What is told of one plan: conditions, and an Event where a person has to know. */
export interface Report {
  readonly conditions: ReadonlyArray<ConditionUpdate>
  readonly event?: Announcement
}

/** An Event without its object; told once for each transition to `reason`. */
export interface Announcement {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly action: string
  readonly message: string
}
