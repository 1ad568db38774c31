import type { ClaimRecord, Restore, RestoreStatus } from '../../../api/kinds/restore'
import type { KubeObject } from '../../../api/kubernetes/object'
import { readyTriple, setConditions, type ConditionUpdate } from '../../core/conditions'
import type { ChildDecision, Circumstances, Decision } from '../../hook'
import type { PopulatePlan } from '../plan'
import { announceAbout } from '../report/announce'
import { gatesPassed } from '../report/gates-passed'
import { sourceKind } from '../source/resolve'
import { isPinned } from '../phase'
import { isDone } from './claim-move'
import { leftBehind } from './left-behind'

const NO_CLAIM_SECONDS = 30

/** The answer for a Restore that fills claims: the sum of its moves. */
export const populatorDecision = (
  restore: Restore,
  plan: PopulatePlan,
  jobs: ReadonlyArray<KubeObject>,
  { now }: Circumstances,
): Decision => {
  const records = plan.moves.map(({ record }) => record)
  const conditions = setConditions(
    restore.status?.conditions,
    [...gatesPassed(restore.status?.conditions, records.some(isDone) ? 3 : 0), ...told(records)],
    now,
    restore.metadata.generation,
  )
  const { claims: _, ...before } = restore.status ?? {}
  const status: RestoreStatus = {
    ...before,
    sourceKind: before.sourceKind ?? sourceKind(restore),
    phase: phaseOf(records),
    conditions: [...conditions],
    ...sharedChoice(restore, records),
    ...(plan.moves.length === 0
      ? {}
      : { claims: Object.fromEntries(plan.moves.map(({ claim, record }) => [claim, record])) }),
  }
  const seconds = [
    ...plan.moves.flatMap(({ againIn }) => (againIn === undefined ? [] : [againIn])),
    ...(plan.moves.length === 0 ? [NO_CLAIM_SECONDS] : [CLAIMS_SECONDS]),
  ]
  return {
    status: { ...status },
    children: childrenOf(plan, jobs),
    resyncAfterSeconds: Math.min(...seconds),
    effects: [
      ...plan.moves.flatMap(({ effects }) => effects ?? []),
      ...plan.moves.flatMap((move) => announceAbout(restore, move, restore.status?.claims?.[move.claim])),
      ...plan.gone.flatMap(({ claim, record }) => leftBehind(restore, claim, record)),
    ],
  }
}

/** What the first claim has chosen holds for all that come later and have the same source. */
const sharedChoice = ({ status }: Restore, records: ReadonlyArray<ClaimRecord>): Partial<RestoreStatus> => {
  if (isPinned(status)) return {}
  const chosen = records.flatMap(({ resolved }) => (resolved !== undefined && isPinned({ resolved }) ? [resolved] : []))
  return chosen[0] === undefined ? {} : { resolved: chosen[0] }
}

/** Claims come without a word to us: they are looked for. */
const CLAIMS_SECONDS = 60

const childrenOf = ({ moves, gone }: PopulatePlan, jobs: ReadonlyArray<KubeObject>): ReadonlyArray<ChildDecision> => {
  const over = new Set([
    ...moves.flatMap(({ drop }) => drop ?? []),
    ...gone.flatMap(({ record }) => (record.job === undefined ? [] : [record.job])),
  ])
  return [
    ...jobs.map((object): ChildDecision =>
      over.has(object.metadata.name)
        ? { _tag: 'drop', object, reason: 'the end of its claim is on record, or the claim is gone' }
        : { _tag: 'keep', object },
    ),
    ...moves.flatMap(({ create }): ReadonlyArray<ChildDecision> =>
      create === undefined ? [] : [{ _tag: 'create', object: create.job, reason: create.reason }],
    ),
  ]
}

/** The phase over all claims: a failure first, then what is under way. */
const phaseOf = (records: ReadonlyArray<ClaimRecord>): NonNullable<RestoreStatus['phase']> => {
  if (records.length === 0) return 'Pending'
  if (records.some(({ phase }) => phase === 'Failed')) return 'Failed'
  if (records.some(({ phase }) => phase === 'Populating' || phase === 'Rebinding')) return 'Restoring'
  return records.every(isDone) ? 'Completed' : 'Pending'
}

const told = (records: ReadonlyArray<ClaimRecord>): ReadonlyArray<ConditionUpdate> => {
  if (records.length === 0) {
    const message = 'No claim names this Restore as its dataSourceRef yet.'
    return [
      ...readyTriple('Reconciling', 'AwaitingPvcDataSourceRef', message),
      { type: 'AwaitingClaim', status: 'True', reason: 'AwaitingPvcDataSourceRef', message },
    ]
  }
  return [
    ...summary(records),
    { type: 'AwaitingClaim', status: 'False', reason: 'ClaimsObserved', message: 'Claims name this Restore.' },
  ]
}

const summary = (records: ReadonlyArray<ClaimRecord>): ReadonlyArray<ConditionUpdate> => {
  const count = (phase: string): number => records.filter((record) => record.phase === phase).length
  const message = `${records.length} claims: ${count('Populated')} populated, ${count('AlreadyBound')} already bound, ${count('Failed')} failed.`
  switch (phaseOf(records)) {
    case 'Failed':
      return readyTriple('Stalled', 'ClaimFailed', `${message} See status.claims.`)
    case 'Completed':
      return readyTriple('Ready', 'RestoreSucceeded', message)
    default:
      return readyTriple('Reconciling', 'PopulatingPrimePvc', `${message}${underWay(records)}`)
  }
}

/** What the first claim that is not done waits for. */
const underWay = (records: ReadonlyArray<ClaimRecord>): string => {
  const first = records.find((record) => !isDone(record))
  return first?.message === undefined ? '' : ` ${first.message}`
}
