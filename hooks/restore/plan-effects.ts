import type { Effect } from '../effect'
import type { DirectDeed } from './plan'

/** What a plan has done beside the children. */
export const planEffects = (plan: DirectDeed): ReadonlyArray<Effect> => {
  if (plan._tag === 'MakeClaim') return [{ _tag: 'CreateClaim', claim: plan.claim }]
  return plan._tag === 'Start' || plan._tag === 'End' ? (plan.effects ?? []) : []
}
