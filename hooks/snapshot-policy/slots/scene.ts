import type { ScheduleMemory } from '../../../api/kinds/shared/schedule-memory'
import type { SnapshotPolicy } from '../../../api/kinds/snapshot-policy'
import type { SnapshotSchedule } from '../../../api/kinds/snapshot-schedule'
import type { Effect } from '../../effect'
import type { Need, Reads } from '../../need'
import type { MintingMember } from '../../../api/kinds/shared/schedule-memory'
import type { Instant } from '../../core/time/instant'
import type { Row } from '../row'
import type { Target } from '../target'

/** What the slots of one policy are decided on. */
export interface Scene {
  readonly policy: SnapshotPolicy
  readonly targets: ReadonlyArray<Target>
  readonly rows: ReadonlyArray<Row>
  readonly reads: Reads
  readonly now: Instant
  /** The memory is that of a quorum read: only then it may change, and only then something is created. */
  readonly certain: boolean
}

/** A Snapshot to create, with all it is made of. */
export interface Birth {
  readonly member: MintingMember
  readonly slot: string
  readonly schedule: SnapshotSchedule
}

/** Runs of a schedule that have to go before its slot fires. */
export interface Replacement {
  readonly schedule: SnapshotSchedule
  readonly slot: Instant
}

/** What keeps slots from being filled, and what to change: a field of the policy, unless another reason is named. */
export interface Refusal {
  readonly reason?: 'SlotsDecidedAhead'
  readonly field: string
  readonly message: string
}

/** What becomes of one schedule's slots. */
export interface ScheduleSlots {
  readonly uid: string
  /** Absent: forgotten. */
  readonly memory?: ScheduleMemory
  readonly births: ReadonlyArray<Birth>
  readonly replace?: Replacement
  readonly needs: ReadonlyArray<Need>
  readonly effects: ReadonlyArray<Effect>
  /** When to look again, if nothing happens before. */
  readonly wake?: Instant
  /** Why a slot cannot be filled. */
  readonly refusal?: Refusal
}

export const quiet = (uid: string, memory: ScheduleMemory | undefined): ScheduleSlots => ({
  uid,
  ...(memory === undefined ? {} : { memory }),
  births: [],
  needs: [],
  effects: [],
})
