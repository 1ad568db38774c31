import type { RestoreResolved } from '../../../api/kinds/restore'
import { readyTriple, type ConditionUpdate } from '../../core/conditions'
import type { Instant } from '../../core/time/instant'
import { REPLACED } from '../lost'
import type { DirectDeed } from '../plan'
import { searchedText } from '../watch'
import { endingReport } from './ending-report'
import type { GatesOpen } from './gates-passed'
import { holdReport } from './hold-report'
import type { Report } from './report'

/** A report, how far the walk had come, and when to look again. */
export interface PlanReport extends Report {
  readonly open: GatesOpen
  readonly againIn?: number
}

/** Seconds after which something that was just made is looked for, should nobody tell of it. */
const SOON = 5
const CLAIM_SOON = 1
const TURN_SOON = 2
const RUNNING = 30

const MAKING = { target: 'CreatingTargetClaim', cache: 'CreatingCacheClaim' } as const

/** How a plan is told. */
export const planReport = (plan: DirectDeed, now: Instant): PlanReport => {
  switch (plan._tag) {
    case 'Wait':
      return holdReport(plan.hold, now)
    case 'Pin':
      return { conditions: pinned(plan.resolved), open: 1, againIn: SOON }
    case 'MakeClaim':
      return goingOn(MAKING[plan.purpose], `Claim ${plan.claim.metadata.name} is being created.`, CLAIM_SOON)
    case 'TakeTurn':
      return goingOn('TakingTurn', `It is about to restore into claim ${plan.claim}.`, TURN_SOON)
    case 'Start':
      return goingOn('StartingMover', `Job ${plan.job.metadata.name} is being created.`, SOON)
    case 'AwaitObservation':
      return goingOn('StartingMover', `Job ${plan.job} is being created.`, SOON)
    case 'Watch':
      return running(plan)
    case 'End':
      return { ...endingReport(plan.ending), open: 0 }
  }
}

const goingOn = (reason: string, message: string, againIn: number): PlanReport => ({
  conditions: readyTriple('Reconciling', reason, message),
  open: 3,
  againIn,
})

const pinned = (resolved: RestoreResolved): ReadonlyArray<ConditionUpdate> => {
  if (resolved.kopiaSnapshotID === undefined)
    return readyTriple('Reconciling', 'SourceResolved', `The mover chooses from ${searchedText(resolved)}.`)
  const message = `Snapshot ${resolved.kopiaSnapshotID} is pinned.`
  return [
    ...readyTriple('Reconciling', 'SourceResolved', message),
    { type: 'Resolved', status: 'True', reason: 'SourceResolved', message },
  ]
}

const running = ({ job, second }: Extract<DirectDeed, { readonly _tag: 'Watch' }>): PlanReport => {
  const base = goingOn('MoverJobRunning', `Job ${job.metadata.name} restores the data.`, RUNNING)
  const message = `The first mover Job vanished before its outcome was recorded; ${job.metadata.name} restores the same source again.`
  return second
    ? {
        ...base,
        conditions: [...base.conditions, { type: REPLACED, status: 'True', reason: 'MoverJobLost', message }],
      }
    : base
}
