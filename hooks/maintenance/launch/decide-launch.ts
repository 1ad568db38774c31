import * as E from 'fp-ts/Either'
import { kubeObject, type KubeObject } from '../../../api/kubernetes/object'
import { listAs } from '../../core/kube'
import { jobEnd } from '../../core/mover-job'
import type { AnyRepository } from '../../core/repository'
import type { Effect } from '../../effect'
import type { Need } from '../../need'
import type { Memory } from '../memory'
import type { Scene } from '../scene'
import type { Due } from '../schedule'
import { gateOf } from './gate'
import { lastingCache, lastingCacheNeeds, type UsableCache } from './lasting-cache'
import { jobLabels, maintenanceJob, type RunParts } from './maintenance-job'
import { permission, permissionNeeds } from './permission'
import { runCredentialNeeds, runCredentials, type RunCredentials } from './run-credentials'
import { wantedRun, type Wanted } from './wanted'

export type LaunchDecision =
  | { readonly _tag: 'Nothing' }
  /** Something is due and has to wait for the repository. */
  | { readonly _tag: 'Deferred'; readonly message: string; readonly missing: boolean }
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
  const gate = gateOf(scene)
  return isBusy(scene, memory) || wantedRun(scene, memory, due) === undefined || gate._tag === 'Closed'
    ? []
    : [
        ...permissionNeeds(scene, gate.repository),
        ...runCredentialNeeds(scene, gate.repository),
        ...lastingCacheNeeds(scene, gate.repository),
        jobsNeed(scene),
      ]
}

/** One run at a time, and only for a repository that serves. */
export const decideLaunch = (scene: Scene, memory: Memory, due: ReadonlyArray<Due>): LaunchDecision => {
  const wanted = isBusy(scene, memory) ? undefined : wantedRun(scene, memory, due)
  if (wanted === undefined) return NOTHING
  const gate = gateOf(scene)
  if (gate._tag === 'Closed') return { _tag: 'Deferred', message: gate.message, missing: gate.missing }
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
): LaunchDecision =>
  credentials._tag === 'Missing'
    ? { _tag: 'NoCredentials', reason: credentials.reason, message: credentials.message }
    : credentials._tag === 'NotRead' || isInTheWay(scene, wanted)
      ? NOTHING
      : withCache(scene, wanted, repository, credentials)

const NOTHING: LaunchDecision = { _tag: 'Nothing' }

const isBusy = ({ runs }: Scene, { manualRun }: Memory): boolean =>
  manualRun?.phase === 'Running' || runs.some(({ state }) => state._tag === 'Active')

/** The API server knows of Jobs that a cache has not seen yet: one that runs, or one that still has the name. */
const isInTheWay = (scene: Scene, wanted: Wanted): boolean => {
  const live = listAs(kubeObject)(scene.reads, jobsNeed(scene))
  return (
    live._tag !== 'Listed' ||
    live.unreadable.length > 0 ||
    live.items.some((job) => jobEnd(job) === undefined || job.metadata.name === wanted.name) ||
    scene.runs.some(({ job }) => job.metadata.name === wanted.name)
  )
}

const jobsNeed = ({ maintenance, namespace }: Scene): Need => ({
  _tag: 'List',
  apiVersion: 'batch/v1',
  kind: 'Job',
  namespace,
  labelSelector: { matchLabels: jobLabels(maintenance) },
})

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
