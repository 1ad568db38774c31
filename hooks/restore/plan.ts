import type { ClaimRecord, RestoreResolved } from '../../api/kinds/restore'
import type { KubeObject } from '../../api/kubernetes/object'
import type { Effect } from '../effect'
import type { Need } from '../need'
import type { Ending } from './ending'
import type { Hold } from './hold'
import type { ClaimMove } from './populator/claim-move'

/** What is to be done about one Restore now. Exactly one thing at a time: its trace is seen before the next. */
export type Plan = Silent | Deed

/** Plans that change nothing of the Restore. */
export type Silent =
  /** These reads are wanted first. */
  | { readonly _tag: 'Ask'; readonly needs: ReadonlyArray<Need> }
  | { readonly _tag: 'CannotAnswer'; readonly why: string }
  /** The Restore is gone, dying or another of the same name: nothing of it is touched. */
  | { readonly _tag: 'Leave' }
  /** It has ended and that is on record. */
  | { readonly _tag: 'Settled' }

/** Plans that are told in the status. */
export type Deed = DirectDeed | PopulatePlan

export type DirectDeed =
  | { readonly _tag: 'Wait'; readonly hold: Hold; readonly waitStartedAt?: string }
  /** The choice of the source goes on record before anything is made of it. */
  | { readonly _tag: 'Pin'; readonly resolved: RestoreResolved; readonly waitStartedAt?: string }
  | { readonly _tag: 'MakeClaim'; readonly claim: KubeObject; readonly purpose: 'target' | 'cache' }
  | {
      readonly _tag: 'Start'
      readonly job: KubeObject
      readonly reason: string
      readonly effects: ReadonlyArray<Effect>
    }
  /** It is about to start, and says so to the other Restores into its claim before it does. */
  | { readonly _tag: 'TakeTurn'; readonly claim: string }
  /** The Job is there, only the cache has not told. */
  | { readonly _tag: 'AwaitObservation'; readonly job: string }
  /** `resolved`: what the mover has chosen, once it has told. */
  | {
      readonly _tag: 'Watch'
      readonly job: KubeObject
      readonly second: boolean
      readonly resolved?: RestoreResolved
    }
  | { readonly _tag: 'End'; readonly ending: Ending; readonly effects?: ReadonlyArray<Effect> }

/** One move for each claim that names the Restore, by its name, and the records of claims that are gone. */
export interface PopulatePlan {
  readonly _tag: 'Populate'
  readonly moves: ReadonlyArray<ClaimMove>
  readonly gone: ReadonlyArray<{ readonly claim: string; readonly record: ClaimRecord }>
}
