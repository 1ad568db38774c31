/** Owns its Snapshots: makes them slot by slot, prunes them by retention, lets them go with their owners. */
import { snapshotPolicy as policyCodec } from '../../api/kinds/snapshot-policy'
import { onCurrentParent } from '../core/current'
import { hook, type Controller } from '../hook'
import { policyLens } from './current-policy'
import { customize } from './customize'
import { decide } from './decide'
import { decideFinalize, finalizeNeeds } from './finalize'
import { needs } from './needs'
import { policyRequest } from './request'

export const snapshotPolicy: Controller = {
  name: 'snapshot-policy',
  type: 'composite',
  sync: hook({ codec: policyRequest, ...onCurrentParent(policyCodec, policyLens, { needs, decide }) }),
  finalize: hook({
    codec: policyRequest,
    ...onCurrentParent(policyCodec, policyLens, { needs: finalizeNeeds, decide: decideFinalize }),
  }),
  customize,
}
