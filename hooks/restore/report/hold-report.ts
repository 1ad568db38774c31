import { readyTriple } from '../../core/conditions'
import type { Instant } from '../../core/time/instant'
import type { Hold } from '../hold'
import type { GatesOpen } from './gates-passed'
import { MOVER_HOLDS, moverTelling } from './mover-telling'
import type { Report } from './report'
import { SOURCE_HOLDS, sourceTelling } from './source-telling'
import { SPEC_HOLDS, specTelling } from './spec-telling'
import { targetTelling } from './target-telling'
import type { HoldOf, Telling } from './telling'

/** How a hold is told, in how many seconds it is looked at again, and how far the walk had come. */
export const holdReport = (
  hold: Hold,
  now: Instant,
): Report & { readonly againIn: number; readonly open: GatesOpen } => {
  const { reason, stalled, message, domain, action, open, againIn } = tell(hold, now)
  return {
    conditions: [...readyTriple(stalled ? 'Stalled' : 'Reconciling', reason, message), ...(domain ?? [])],
    ...(action === undefined ? {} : { event: { type: 'Warning', reason, action, message } }),
    againIn,
    open,
  }
}

const tell = (hold: Hold, now: Instant): Telling => {
  if (isOneOf(SPEC_HOLDS, hold)) return specTelling(hold)
  if (isOneOf(SOURCE_HOLDS, hold)) return sourceTelling(hold, now)
  return isOneOf(MOVER_HOLDS, hold) ? moverTelling(hold) : targetTelling(hold)
}

const isOneOf = <Tag extends Hold['_tag']>(tags: ReadonlyArray<Tag>, hold: Hold): hold is HoldOf<Tag> =>
  tags.some((tag) => tag === hold._tag)
