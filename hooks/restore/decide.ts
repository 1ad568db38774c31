import * as E from 'fp-ts/Either'
import type { Restore, RestoreStatus } from '../../api/kinds/restore'
import { setConditions } from '../core/conditions'
import type { ChildDecision, Circumstances, Decision, HookFailure } from '../hook'
import { makePlan } from './make-plan'
import type { DirectDeed } from './plan'
import { planEffects } from './plan-effects'
import { announce } from './report/announce'
import { gatesPassed } from './report/gates-passed'
import { planReport } from './report/plan-report'
import { populatorDecision } from './populator/decide'
import { observedJobs, type RestoreRequest } from './request'
import { settledJobs } from './settled-jobs'
import { sourceKind } from './source/resolve'
import { statusChange } from './status-change'

/** Sync of a Restore: one plan, told in its status, with the children that it leaves. */
export const decide = (request: RestoreRequest, circumstances: Circumstances): E.Either<HookFailure, Decision> => {
  const { restore, plan } = makePlan(request, circumstances)
  const jobs = observedJobs(request)
  if (plan._tag === 'Ask') return E.left({ _tag: 'CannotAnswer', why: 'a read that was asked for did not come' })
  if (plan._tag === 'CannotAnswer') return E.left(plan)
  if (plan._tag === 'Leave') return E.right({ status: { ...restore.status }, children: kept(request), effects: [] })
  if (plan._tag === 'Populate') return E.right(populatorDecision(restore, plan, jobs, circumstances))
  return E.right(
    plan._tag === 'Settled'
      ? { status: { ...restore.status }, ...settledJobs(restore, jobs, circumstances.now), effects: [] }
      : told(restore, plan, request, circumstances),
  )
}

const told = (restore: Restore, plan: DirectDeed, request: RestoreRequest, { now }: Circumstances): Decision => {
  const report = planReport(plan, now)
  const conditions = setConditions(
    restore.status?.conditions,
    [...gatesPassed(restore.status?.conditions, report.open), ...report.conditions],
    now,
    restore.metadata.generation,
  )
  const status: RestoreStatus = {
    ...restore.status,
    sourceKind: restore.status?.sourceKind ?? sourceKind(restore),
    ...statusChange(restore, plan),
    conditions: [...conditions],
  }
  return {
    status: { ...status },
    children: [...kept(request), ...created(plan)],
    ...(report.againIn === undefined ? {} : { resyncAfterSeconds: report.againIn }),
    effects: [...announce(restore, report.event), ...planEffects(plan)],
  }
}

const kept = (request: RestoreRequest): ReadonlyArray<ChildDecision> =>
  observedJobs(request).map((object) => ({ _tag: 'keep', object }))

const created = (plan: DirectDeed): ReadonlyArray<ChildDecision> =>
  plan._tag === 'Start' ? [{ _tag: 'create', object: plan.job, reason: plan.reason }] : []
