import type { RestoreResolved, RestoreStatus } from '../../api/kinds/restore'

/** How a Restore ends, for good. */
export type Ending =
  | {
      readonly _tag: 'Restored'
      readonly resolved: RestoreResolved
      readonly timing?: NonNullable<RestoreStatus['timing']>
      readonly progress?: NonNullable<RestoreStatus['progress']>
      readonly logTail?: string
    }
  /** Nothing matched and that is allowed: the target is left as it is. */
  | {
      readonly _tag: 'NothingToRestore'
      readonly resolved: RestoreResolved
      readonly searched: string
      readonly timing?: NonNullable<RestoreStatus['timing']>
      readonly logTail?: string
    }
  | {
      readonly _tag: 'Failed'
      readonly reason: FailureReason
      readonly message: string
      readonly failure?: NonNullable<RestoreStatus['failure']>
      readonly timing?: NonNullable<RestoreStatus['timing']>
      readonly logTail?: string
    }

export type FailureReason =
  'SnapshotNotFound' | 'SourcePathAmbiguous' | 'MoverJobFailed' | 'MoverJobLost' | 'MoverPodWedged'
