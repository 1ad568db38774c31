import type { Health } from '../../../kinds/shared/repository/health'
import { given, type Problems } from '../../problem'
import { validDuration } from '../duration'
import { atLeast } from '../number'

const PATH = 'spec.health'

export const validHealth = ({ indexBlobWarnThreshold, probe }: Health): Problems => [
  ...atLeast(indexBlobWarnThreshold, 0, `${PATH}.indexBlobWarnThreshold`, '0 turns the warning off'),
  ...given(probe, ({ interval, failureThreshold }) => [
    ...validDuration(interval, `${PATH}.probe.interval`, { leastSeconds: 30, example: '5m or 30m' }),
    ...atLeast(failureThreshold, 1, `${PATH}.probe.failureThreshold`),
  ]),
]
