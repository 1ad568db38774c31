import * as E from 'fp-ts/Either'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { AnyRepository } from '../../core/repository'
import type { Effect } from '../../effect'
import type { Need } from '../../need'
import type { WaitReason } from '../lease-condition'
import type { Memory } from '../memory'
import type { Scene } from '../scene'
import type { Due } from '../schedule'
import { gateNeeds, gateOf } from './gate'
import { obstacle, obstacleNeeds } from './in-the-way'
import { lastingCache, lastingCacheNeeds, type UsableCache } from './lasting-cache'
import { maintenanceJob, type RunParts } from './maintenance-job'
import { permission, permissionNeeds } from './permission'
import { runCredentialNeeds, runCredentials, type RunCredentials } from './run-credentials'
import { wantedRun, type Wanted } from './wanted'

export type LaunchDecision =
  | { readonly _tag: 'Nothing' }
  /** Something is due and has to wait for the repository, or for the end of an earlier run. */
  | {
      readonly _tag: 'Deferred'
      readonly reason: WaitReason
      readonly message: string
      readonly missing: boolean
    }
  | { readonly _tag: 'NoCredentials'; readonly reason: string; readonly message: string }
  | { readonly _tag: 'NotPermitted'; readonly reason: string; readonly message: string; readonly action: string }
  | { readonly _tag: 'MakeCache'; readonly claim: KubeObject }
  | { readonly _tag: 'CacheRefused'; readonly message: string }
  | {
      readonly _tag: 'Start'
      readonly job: KubeObject
      readonly reason: string
      readonly copies: ReadonlyArray<Effect>
      readonly cache: UsableCache
    }

export const launchNeeds = (scene: Scene, memory: Memory, due: ReadonlyArray<Due>): ReadonlyArray<Need> => {
  if (isBusy(scene, memory) || wantedRun(scene, memory, due) === undefined) return []
  const gate = gateOf(scene)
  return [...gateNeeds(scene), ...(gate?._tag === 'Open' ? runNeeds(scene, gate.repository) : [])]
}

const runNeeds = (scene: Scene, repository: AnyRepository): ReadonlyArray<Need> => [
  ...permissionNeeds(scene, repository),
  ...runCredentialNeeds(scene, repository),
  ...lastingCacheNeeds(scene, repository),
  ...obstacleNeeds(scene),
]

/** One run at a time, and only for a repository that serves. */
export const decideLaunch = (scene: Scene, memory: Memory, due: ReadonlyArray<Due>): LaunchDecision => {
  const wanted = isBusy(scene, memory) ? undefined : wantedRun(scene, memory, due)
  const gate = wanted === undefined ? undefined : gateOf(scene)
  if (wanted === undefined || gate === undefined) return NOTHING
  if (gate._tag === 'Closed') return { ...gate, _tag: 'Deferred', reason: 'WaitingForRepository' }
  const permitted = permission(scene, gate.repository)
  if (permitted._tag === 'Refused') return { ...permitted, _tag: 'NotPermitted' }
  const credentials = runCredentials(scene, gate.repository)
  return permitted._tag === 'NotRead' ? NOTHING : withCredentials(scene, wanted, gate.repository, credentials)
}

const withCredentials = (
  scene: Scene,
  wanted: Wanted,
  repository: AnyRepository,
  credentials: RunCredentials,
): LaunchDecision => {
  switch (credentials._tag) {
    case 'NotRead':
      return NOTHING
    case 'Missing':
      return { _tag: 'NoCredentials', reason: credentials.reason, message: credentials.message }
    case 'Available':
      return alone(scene, wanted, repository, credentials)
  }
}

const alone = (
  scene: Scene,
  wanted: Wanted,
  repository: AnyRepository,
  credentials: RunParts['credentials'],
): LaunchDecision => {
  const found = obstacle(scene, wanted)
  switch (found._tag) {
    case 'None':
      return withCache(scene, wanted, repository, credentials)
    case 'Passing':
      return NOTHING
    case 'Pod':
      return { _tag: 'Deferred', reason: 'WaitingForEarlierRun', message: found.message, missing: false }
  }
}

const NOTHING: LaunchDecision = { _tag: 'Nothing' }

const isBusy = ({ runs }: Scene, { manualRun }: Memory): boolean =>
  manualRun?.phase === 'Running' || runs.some(({ state }) => state._tag === 'Active')

const withCache = (
  scene: Scene,
  wanted: Wanted,
  repository: AnyRepository,
  credentials: RunParts['credentials'],
): LaunchDecision => {
  const cache = lastingCache(scene, repository)
  switch (cache._tag) {
    case 'NotRead':
      return NOTHING
    case 'ToMake':
      return { _tag: 'MakeCache', claim: cache.claim }
    case 'Refused':
      return { _tag: 'CacheRefused', message: cache.message }
    case 'NotAsked':
    case 'There':
    case 'Taken':
      return start(scene, wanted, repository, { credentials, cache })
  }
}

const start = (scene: Scene, wanted: Wanted, repository: AnyRepository, parts: RunParts): LaunchDecision => {
  const job = maintenanceJob(scene, repository, wanted, parts)
  return E.isLeft(job)
    ? NOTHING
    : {
        _tag: 'Start',
        job: job.right,
        reason: wanted._tag === 'Manual' ? 'a run was asked for by hand' : `${wanted.mode} maintenance is due`,
        copies: parts.credentials.copies,
        cache: parts.cache,
      }
}
