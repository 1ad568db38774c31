/** Owns its Snapshots: makes them slot by slot, prunes them by retention, lets them go with their owners. */
import { snapshotPolicy as policyCodec } from '../../api/kinds/snapshot-policy'
import { onCurrentParent, unread } from '../core/current'
import { hook, type Circumstances, type Controller } from '../hook'
import { policyLens } from './current-policy'
import { customize } from './customize'
import { decide } from './decide'
import { decideFinalize, finalizeNeeds } from './finalize'
import { needs } from './needs'
import { policyRequest, type PolicyRequest } from './request'

/** A policy that remembers no slots, and has nothing to read, can forget nothing and drops nothing. */
const isAtRest = (request: PolicyRequest, circumstances: Circumstances): boolean =>
  Object.keys(request.policy.status?.schedules ?? {}).length === 0 && needs(request, unread(circumstances)).length === 0

export const snapshotPolicy: Controller = {
  name: 'snapshot-policy',
  type: 'composite',
  sync: hook({ codec: policyRequest, ...onCurrentParent(policyCodec, policyLens, { isAtRest, needs, decide }) }),
  finalize: hook({
    codec: policyRequest,
    ...onCurrentParent(policyCodec, policyLens, { needs: finalizeNeeds, decide: decideFinalize }),
  }),
  customize,
}
