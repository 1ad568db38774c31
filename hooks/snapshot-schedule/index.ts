/** Reports on a schedule: when it fired, when it will, whether its runs succeeded. */
import { hook, type Controller } from '../hook'
import { customize } from './customize'
import { decide } from './decide'
import { scheduleRequest } from './request'

export const snapshotSchedule: Controller = {
  name: 'snapshot-schedule',
  type: 'composite',
  sync: hook({ codec: scheduleRequest, needs: () => [], decide }),
  customize,
}
