import type { FailurePolicy } from '../../kinds/shared/failure-policy'
import type { Problems } from '../problem'
import { allAtLeast, atLeast } from './number'

export const validFailurePolicy = (policy: FailurePolicy, path: string): Problems => [
  ...atLeast(policy.backoffLimit, 0, `${path}.backoffLimit`),
  ...allAtLeast(
    {
      activeDeadlineSeconds: policy.activeDeadlineSeconds,
      podStartupDeadlineSeconds: policy.podStartupDeadlineSeconds,
    },
    1,
    path,
  ),
]
