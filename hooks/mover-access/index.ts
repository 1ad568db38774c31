import { decoratorRequest } from '../../api/metacontroller/sync'
import { hook, type Controller } from '../hook'
import { customize } from './customize'
import { decide } from './decide'

/** Gives each namespace that runs movers their ServiceAccount and the right to report on their own Jobs. */
export const moverAccess: Controller = {
  name: 'mover-access',
  type: 'decorator',
  sync: hook({ codec: decoratorRequest, needs: () => [], decide }),
  customize,
}
