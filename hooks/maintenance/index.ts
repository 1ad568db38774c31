/** Runs kopia's maintenance on schedule or by hand, as the one owner that a repository may have. */
import { hook, type Controller } from '../hook'
import { customize } from './customize'
import { decide, needs } from './decide'
import { requestCodec } from './request'

export const maintenance: Controller = {
  name: 'maintenance',
  type: 'composite',
  sync: hook({ codec: requestCodec, needs, decide }),
  customize,
}
