import { hasCondition, type ConditionUpdate } from '../../core/conditions'
import type { Credentials } from '../../core/repository'
import type { Reads } from '../../need'
import type { AnyStatus } from '../any-status'
import type { Observed } from '../observed'
import { conditionsOf } from '../status-conditions'
import type { DiscoveryDecision } from './decide-discovery'
import { probeRules } from './probe-rules'
import { missingVolume } from './repository-volume'

/** Something without which a Job would only hang. */
export interface Obstacle {
  /** The condition that tells of it. */
  readonly type: 'CredentialsAvailable' | 'RepositoryVolumeAvailable'
  readonly reason: string
  readonly message: string
  readonly action: string
}

export const obstacleOf = (observed: Observed, credentials: Credentials, reads: Reads): Obstacle | undefined =>
  credentials._tag === 'Missing'
    ? {
        type: 'CredentialsAvailable',
        reason: credentials.reason,
        message: credentials.message,
        action: 'CheckCredentials',
      }
    : missingVolume(observed, reads)

const BACK = {
  CredentialsAvailable: 'All Secrets are there.',
  RepositoryVolumeAvailable: 'The volume of the repository is there.',
} as const

/** Said when something is missing, and once when it is there again. */
export const obstacleConditions = (status: AnyStatus, obstacle: Obstacle | undefined): ReadonlyArray<ConditionUpdate> =>
  (['CredentialsAvailable', 'RepositoryVolumeAvailable'] as const).flatMap((type): ReadonlyArray<ConditionUpdate> =>
    obstacle?.type === type
      ? [{ type, status: 'False', reason: obstacle.reason, message: obstacle.message }]
      : hasCondition(conditionsOf(status), type, 'False')
        ? [{ type, status: 'True', reason: 'Available', message: BACK[type] }]
        : [],
  )

/** No Job starts. What was connected before is degraded, not forgotten. */
export const blocked = (
  known: AnyStatus,
  { type, reason, message, action }: Obstacle,
  { observed, status }: { readonly observed: Observed; readonly status: AnyStatus },
): DiscoveryDecision => ({
  status: { ...known, ...phase(status, observed) },
  events: hasCondition(conditionsOf(status), type, 'False', reason)
    ? []
    : [
        {
          type: 'Warning',
          reason,
          action,
          message,
          occasion: `${observed.repository.metadata.generation ?? 0}/${status.health?.lastProbeAt ?? ''}`,
        },
      ],
  wakeAt: [],
})

const phase = (status: AnyStatus, { repository }: Observed): Pick<AnyStatus, 'phase'> =>
  status.uniqueId === undefined
    ? { phase: 'Pending' }
    : status.phase === 'Ready' && probeRules(repository).onFailure === 'Alert'
      ? {}
      : { phase: 'Degraded' }
