import type { MaintenanceStatus, MaintenanceTier } from '../../api/kinds/maintenance'
import { findCondition, readyTriple, setConditions, type ConditionUpdate } from '../core/conditions'
import { formatInstant } from '../core/time/instant'
import { invalidRequest, leaseClaimed, leaseWaits, outcomeLost } from './lease-condition'
import type { LaunchDecision } from './launch/decide-launch'
import { requestOf, type ManualRun } from './manual-run'
import type { Memory } from './memory'
import type { Mode } from './run'
import type { Scene } from './scene'
import type { Due } from './schedule'

export interface Found {
  readonly memory: Memory
  readonly due: ReadonlyArray<Due>
  readonly lost: ManualRun | undefined
  readonly launch: LaunchDecision
  /** Schedules that cannot be read, each with what to write instead. */
  readonly problems: ReadonlyArray<string>
}

/** The whole status: memory of the runs, the next times, and what they mean for the lease and for readiness. */
export const statusOf = (scene: Scene, found: Found): MaintenanceStatus => {
  const { metadata, status = {} } = scene.maintenance
  const { memory, lost } = found
  const manualRun = lost ?? memory.manualRun
  const stated = setConditions(
    status.conditions,
    [...leaseOf(scene, found), ...obstaclesOf(scene, found)],
    scene.now,
    metadata.generation,
  )
  const ready = readyOf(scene, found, findCondition(stated, 'LeaseOwned'))
  return {
    ...(metadata.generation === undefined ? {} : { observedGeneration: metadata.generation }),
    ...(memory.ownership === undefined ? {} : { ownership: memory.ownership }),
    ...tierOf('quick', found),
    ...tierOf('full', found),
    ...(manualRun === undefined ? {} : { manualRun }),
    conditions: setConditions(stated, ready, scene.now, metadata.generation),
  }
}

const tierOf = (mode: Mode, { memory, due }: Found): { readonly [M in Mode]?: MaintenanceTier } => {
  const next = due.find((one) => one.mode === mode)
  const tier = { ...memory.tiers[mode], ...(next === undefined ? {} : { nextScheduledAt: formatInstant(next.at) }) }
  return Object.keys(tier).length === 0 ? {} : { [mode]: tier }
}

/** Of several the last one counts. */
const leaseOf = (scene: Scene, { memory, lost, launch }: Found): ReadonlyArray<ConditionUpdate> => {
  const request = requestOf(scene.maintenance.metadata.annotations)
  const current = findCondition(scene.maintenance.status?.conditions, 'LeaseOwned')?.reason
  return [
    ...(current === 'InvalidRunRequest' && request._tag !== 'Unreadable' ? leaseClaimed(scene.maintenance) : []),
    ...memory.lease,
    ...(lost === undefined ? [] : [outcomeLost]),
    ...(launch._tag === 'Deferred' ? [leaseWaits(launch.reason, launch.message)] : []),
    ...(request._tag === 'Unreadable' ? [invalidRequest(request.message)] : []),
  ]
}

/** What stands in the way of a run, and that it does so no more. */
const obstaclesOf = (scene: Scene, { launch }: Found): ReadonlyArray<ConditionUpdate> => {
  switch (launch._tag) {
    case 'NoCredentials':
      return [{ type: 'CredentialsAvailable', status: 'False', reason: launch.reason, message: launch.message }]
    case 'NotPermitted':
      return launch.reason === 'PrivilegedMoverNotPermitted'
        ? [{ type: 'MoverPermitted', status: 'False', reason: launch.reason, message: launch.message }]
        : []
    case 'Start':
      return [
        ...cleared(scene, 'CredentialsAvailable', 'Available', 'All Secrets are there.'),
        ...cleared(scene, 'MoverPermitted', 'Permitted', 'The namespace allows the run.'),
      ]
    case 'Nothing':
    case 'Deferred':
    case 'MakeCache':
    case 'CacheRefused':
      return []
  }
}

const cleared = (
  { maintenance: { status } }: Scene,
  type: string,
  reason: string,
  message: string,
): ReadonlyArray<ConditionUpdate> =>
  findCondition(status?.conditions, type)?.status === 'False' ? [{ type, status: 'True', reason, message }] : []

const readyOf = (
  { maintenance: { spec } }: Scene,
  { problems, launch }: Found,
  lease: Pick<ConditionUpdate, 'reason' | 'message'> | undefined,
): ReadonlyArray<ConditionUpdate> => {
  if (problems.length > 0) return readyTriple('Stalled', 'InvalidSpec', problems.join('; '))
  if (launch._tag === 'NoCredentials') return readyTriple('Reconciling', launch.reason, launch.message)
  if (launch._tag === 'NotPermitted') return readyTriple('Stalled', launch.reason, launch.message)
  if (launch._tag === 'CacheRefused') return readyTriple('Stalled', 'CacheClaimRefused', launch.message)
  switch (lease?.reason) {
    case 'LeaseHeldByOther':
    case 'LeaseTakeoverPrompt':
      return readyTriple('Stalled', 'MaintenanceYielding', lease.message)
    case 'MaintenanceFailed':
    case 'WaitingForRepository':
    case 'WaitingForEarlierRun':
      return readyTriple('Reconciling', lease.reason, lease.message)
    default:
      return readyTriple('Ready', 'Reconciled', `The repository is maintained on schedule by ${spec.ownership.owner}.`)
  }
}
