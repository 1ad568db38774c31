/** Owns its Snapshots: makes them slot by slot, prunes them by retention, lets them go with their owners. */
import { hook, type Controller } from '../hook'
import { customize } from './customize'
import { decide } from './decide'
import { decideFinalize, finalizeNeeds } from './finalize'
import { needs } from './needs'
import { policyRequest } from './request'

export const snapshotPolicy: Controller = {
  name: 'snapshot-policy',
  type: 'composite',
  sync: hook({ codec: policyRequest, needs, decide }),
  finalize: hook({ codec: policyRequest, needs: finalizeNeeds, decide: decideFinalize }),
  customize,
}
