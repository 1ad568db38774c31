import type { Circumstances } from '../hook'
import type { Need } from '../need'
import { makePlan } from './make-plan'
import type { RestoreRequest } from './request'

/** What the plan cannot be made without. */
export const needs = (request: RestoreRequest, circumstances: Circumstances): ReadonlyArray<Need> => {
  const { plan } = makePlan(request, circumstances)
  return plan._tag === 'Ask' ? plan.needs : []
}
