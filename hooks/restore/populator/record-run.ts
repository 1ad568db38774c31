import type { ClaimRecord, Restore } from '../../../api/kinds/restore'
import { present } from '../../core/json/present'
import type { Plan } from '../plan'
import { planEffects } from '../plan-effects'
import { planReport } from '../report/plan-report'
import { statusChange } from '../status-change'
import { SOON, type ClaimMove } from './claim-move'
import { runOf, type ClaimScene } from './claim-scene'
import { primeName } from './prime'

/** What a step of the run into the prime means for the record of the claim. */
export const recordRun = (scene: ClaimScene, plan: Plan): ClaimMove => {
  const { claim, uid, circumstances } = scene
  const base: ClaimRecord = { ...(scene.record ?? { uid }), pvcPrime: primeName(uid) }
  if (isSilent(plan)) return { claim: claim.metadata.name, record: base }
  const report = planReport(plan, circumstances.now)
  const ready = report.conditions.find(({ type }) => type === 'Ready')
  return {
    claim: claim.metadata.name,
    record: {
      ...base,
      phase: phaseOf(plan, scene.record),
      ...present(ready, ({ reason, message }) => ({ reason, message })),
      ...factsOf(runOf(scene), plan),
    },
    ...(plan._tag === 'Start' ? { create: { job: plan.job, reason: plan.reason } } : {}),
    effects: planEffects(plan),
    ...present(report.event, (event) => ({
      event: { ...event, message: `${claim.metadata.name}: ${event.message}` },
    })),
    againIn: report.againIn ?? SOON,
  }
}

const factsOf = (run: Restore, plan: Told): Partial<ClaimRecord> => {
  const { resolved, timing, logTail, failure, waitStartedAt } = statusChange(run, plan)
  return {
    ...present(resolved, (choice) => ({ resolved: choice })),
    ...present(timing?.startTime, (startTime) => ({ startTime })),
    ...present(waitStartedAt, (at) => ({ waitStartedAt: at })),
    ...present(logTail, (tail) => ({ logTail: tail })),
    ...present(failure, (block) => ({ failure: block })),
    ...(plan._tag === 'Watch' ? { job: plan.job.metadata.name } : {}),
  }
}

type Told = Exclude<Plan, { readonly _tag: 'Ask' | 'CannotAnswer' | 'Leave' | 'Settled' | 'Populate' }>

const isSilent = (plan: Plan): plan is Exclude<Plan, Told> =>
  ['Ask', 'CannotAnswer', 'Leave', 'Settled', 'Populate'].includes(plan._tag)

/** The outcome goes on record first; the volume is handed over once that was seen. */
const phaseOf = (plan: Told, record: ClaimRecord | undefined): NonNullable<ClaimRecord['phase']> => {
  switch (plan._tag) {
    case 'Watch':
      return 'Populating'
    case 'End':
      return plan.ending._tag === 'Failed' ? 'Failed' : 'Rebinding'
    case 'Wait':
    case 'Pin':
    case 'MakeClaim':
    case 'TakeTurn':
    case 'Start':
    case 'AwaitObservation':
      return record?.phase === 'Populating' ? 'Populating' : 'Pending'
  }
}
