/** Connects repositories or creates them, watches their health, deletes for dying Snapshots, gives out slots. */
import { hook, type Controller } from '../hook'
import { customize } from './customize'
import { decide } from './decide'
import { needs } from './needs'
import { requestCodec } from './request'

const sync = hook({ codec: requestCodec, needs, decide })

/** One hook for both kinds: Metacontroller wants a controller for each parent kind. */
export const repository: Controller = { name: 'repository', type: 'composite', sync, customize }
export const clusterRepository: Controller = { name: 'cluster-repository', type: 'composite', sync, customize }
