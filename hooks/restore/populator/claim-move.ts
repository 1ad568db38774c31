import type { ClaimRecord } from '../../../api/kinds/restore'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { Effect } from '../../effect'
import type { Announcement } from '../report/report'

/** What is done about one claim now, and what goes on record of it. */
export interface ClaimMove {
  readonly claim: string
  readonly record: ClaimRecord
  readonly create?: { readonly job: KubeObject; readonly reason: string }
  /** Names of observed Jobs whose outcome is on record. */
  readonly drop?: ReadonlyArray<string>
  readonly effects?: ReadonlyArray<Effect>
  readonly event?: Announcement
  readonly againIn?: number
}

/** A claim with such a record is done with, until another of its name comes. */
export const isDone = ({ phase }: Pick<ClaimRecord, 'phase'>): boolean =>
  phase === 'Populated' || phase === 'AlreadyBound' || phase === 'Failed'

/** Seconds after which something that was just done is looked for. */
export const SOON = 5
