import * as E from 'fp-ts/Either'
import * as O from 'fp-ts/Option'
import { storedProblems } from '../../api/validation'
import type { ChildDecision, Circumstances, Decision, HookFailure } from '../hook'
import type { Need } from '../need'
import { effectsOf } from './effects'
import { decideLaunch, launchNeeds, type LaunchDecision } from './launch/decide-launch'
import { lostRun, lostRunNeeds } from './lost-run'
import { remember } from './memory'
import type { MaintenanceRequest } from './request'
import type { Mode } from './run'
import { sceneOf, selfNeed, type Scene } from './scene'
import { planTier, type Due, type Plan } from './schedule'
import { outOfScope } from './out-of-scope'
import { observedJobs, stub } from './spent-jobs'
import { statusOf, type Found } from './status'
import { stuckNeeds, startsBy } from './stuck-run'

/** The Maintenance itself first; what else depends on how it really stands. */
export const needs = (request: MaintenanceRequest, circumstances: Circumstances): ReadonlyArray<Need> => {
  const scene = sceneOf(request, circumstances)
  if (scene === undefined) return [selfNeed(request.maintenance)]
  const { memory, due } = planned(scene)
  return [
    selfNeed(request.maintenance),
    ...stuckNeeds(scene),
    ...lostRunNeeds(scene, memory),
    ...(isOutOfScope(scene) ? [] : launchNeeds(scene, memory, due)),
  ]
}

export const decide = (request: MaintenanceRequest, circumstances: Circumstances): E.Either<HookFailure, Decision> => {
  const scene = sceneOf(request, circumstances)
  return E.right(
    scene === undefined ? untouched(request) : isOutOfScope(scene) ? notOurs(request, scene) : settled(scene),
  )
}

const settled = (scene: Scene): Decision => {
  const { memory, due, problems } = planned(scene)
  const launch = decideLaunch(scene, memory, due)
  const found: Found = { memory, due, problems, launch, lost: lostRun(scene, memory) }
  return {
    status: statusOf(scene, found),
    children: [...observedJobs(scene, due), ...started(launch)],
    effects: effectsOf(scene, found),
    resyncAfterSeconds: resyncSeconds(scene, found),
  }
}

const MODES: ReadonlyArray<Mode> = ['quick', 'full']

/** A schedule that cannot be read stops its own tier; any other mistake stops all of them. */
const planned = (scene: Scene): Pick<Found, 'memory' | 'due' | 'problems'> => {
  const memory = remember(scene.maintenance, scene.runs, scene.now)
  const stored = storedProblems('Maintenance')(scene.maintenance)
  const isStopped = stored.some(({ field }) => !field.startsWith('spec.schedule'))
  const plans = isStopped ? [] : MODES.map((mode) => planTier(scene, memory.tiers, mode))
  const misspelled = stored.map(({ field, message }) => `${field}: ${message}`)
  return {
    memory,
    due: plans.flatMap(dueOf),
    problems: misspelled.length > 0 ? misspelled : plans.flatMap(problemOf),
  }
}

const dueOf = (plan: Plan): ReadonlyArray<Due> => (E.isRight(plan) && O.isSome(plan.right) ? [plan.right.value] : [])

const problemOf = (plan: Plan): ReadonlyArray<string> =>
  E.isLeft(plan) ? [`spec.schedule.${plan.left.mode}.${plan.left.field}: ${plan.left.message}`] : []

const started = (launch: LaunchDecision): ReadonlyArray<ChildDecision> =>
  launch._tag === 'Start' ? [{ _tag: 'create', object: launch.job, reason: launch.reason }] : []

const LONGEST_SECONDS = 1800
const WAITING_SECONDS = 60
const CLAIM_SECONDS = 1

/** Seconds until the next time, or until what is waited for may be there. */
const resyncSeconds = (scene: Scene, { due, launch }: Found): number => {
  const { now } = scene
  const ahead = [...due.map(({ at }) => at), ...startsBy(scene)]
    .map((at) => Math.ceil((at - now) / 1000))
    .filter((seconds) => seconds > 0)
  return Math.min(LONGEST_SECONDS, ...waiting(launch), ...ahead)
}

const waiting = ({ _tag }: LaunchDecision): ReadonlyArray<number> => {
  if (_tag === 'MakeCache') return [CLAIM_SECONDS]
  return _tag === 'Nothing' || _tag === 'Start' ? [] : [WAITING_SECONDS]
}

const isOutOfScope = ({ settings: { onlyNamespace }, namespace }: Scene): boolean =>
  onlyNamespace !== undefined && onlyNamespace !== namespace

const notOurs = (request: MaintenanceRequest, scene: Scene): Decision => ({
  ...untouched(request),
  status: outOfScope(scene),
})

/** A Maintenance that is going, gone or unread: everything stays as it is. */
const untouched = ({ maintenance, jobs }: MaintenanceRequest): Decision => ({
  status: maintenance.status ?? {},
  children: jobs.map((job) => ({ _tag: 'keep', object: stub(job) })),
  effects: [],
})
