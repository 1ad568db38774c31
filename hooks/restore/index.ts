/** Restores one snapshot into one volume, once: chooses the source, pins it, runs one Job, tells how it ended. */
import { restore as restoreCodec, type Restore } from '../../api/kinds/restore'
import { onCurrentParent, plainLens } from '../core/current'
import { hook, type Controller } from '../hook'
import { decide } from './decide'
import { finalize } from './finalize'
import { needs } from './needs'
import { restoreRequest, type RestoreRequest } from './request'
import { writerNeeds } from './writers'

export const restore: Controller = {
  name: 'restore',
  type: 'composite',
  sync: hook({ codec: restoreRequest, needs, decide }),
  finalize: hook({
    codec: restoreRequest,
    ...onCurrentParent(restoreCodec, plainLens<Restore, RestoreRequest>(), { needs: writerNeeds, decide: finalize }),
  }),
}
