import type { ConditionUpdate } from '../../core/conditions'
import type { Hold } from '../hold'
import type { GatesOpen } from './gates-passed'

/** How one hold is told. */
export interface Telling {
  readonly reason: string
  readonly stalled: boolean
  readonly message: string
  /** A condition of its own beside the triple. */
  readonly domain?: ReadonlyArray<ConditionUpdate>
  /** What the Event asks for; absent where waiting is all there is to do. */
  readonly action?: string
  /** How far the walk had come. */
  readonly open: GatesOpen
  /** Seconds until it is looked at again. */
  readonly againIn: number
}

export type HoldOf<Tag extends Hold['_tag']> = Extract<Hold, { readonly _tag: Tag }>
