import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import { findCondition, readyTriple, setConditions, type Condition, type ConditionUpdate } from '../core/conditions'
import { sameJson } from '../core/json/same-json'
import { lastCall } from '../core/memo/last-call'
import type { Instant } from '../core/time/instant'
import type { Refusal } from './slots/scene'
import type { Standing } from './standing'

/** Conditions of the policy: what is wrong with it or what it waits for, with the next step. */
export const conditionsOf = (
  { status, metadata, spec }: SnapshotPolicy,
  standing: Standing,
  refusal: Refusal | undefined,
  now: Instant,
): ReadonlyArray<Condition> => {
  const conditions = status?.conditions ?? NONE
  const updates = updatesOf(standing, refusal, spec.suspend === true, conditions)
  return isTold(conditions, updates, metadata.generation)
    ? conditions
    : setConditions(conditions, updates, now, metadata.generation)
}

const NONE: ReadonlyArray<Condition> = []

const updatesOf = lastCall(
  (
    standing: Standing,
    refusal: Refusal | undefined,
    suspended: boolean,
    conditions: ReadonlyArray<Condition>,
  ): ReadonlyArray<ConditionUpdate> => [
    ...headline(standing, refusal, suspended),
    ...repositoriesReady(conditions, standing),
  ],
)

/** Whether the conditions say all of this already. */
const isTold = lastCall(
  (
    conditions: ReadonlyArray<Condition>,
    updates: ReadonlyArray<ConditionUpdate>,
    generation: number | undefined,
  ): boolean => sameJson(setConditions(conditions, updates, 0, generation), conditions),
)

const headline = (
  standing: Standing,
  refusal: Refusal | undefined,
  suspended: boolean,
): ReadonlyArray<ConditionUpdate> => {
  switch (standing._tag) {
    case 'OutOfScope':
      return readyTriple('Stalled', 'OutOfScope', `This installation acts on namespace ${standing.namespace} only.`)
    case 'Invalid':
      return readyTriple('Stalled', 'InvalidSpec', sentence(standing))
    case 'Usable':
      if (suspended)
        return readyTriple('Reconciling', 'Suspended', 'No Snapshots are taken or pruned until suspend is lifted.')
      if (refusal !== undefined) return readyTriple('Stalled', refusal.reason ?? 'InvalidSpec', sentence(refusal))
      return standing.waiting.length === 0
        ? readyTriple('Ready', 'Reconciled', 'Snapshots are taken and kept as written.')
        : readyTriple('Reconciling', 'RepositoryNotReady', `${standing.waiting.join('; ')}.`)
  }
}

/** True is only said where False was said before. */
const repositoriesReady = (
  conditions: ReadonlyArray<Condition> | undefined,
  standing: Standing,
): ReadonlyArray<ConditionUpdate> => {
  if (standing._tag !== 'Usable') return []
  const type = 'RepositoriesReady'
  if (standing.waiting.length > 0)
    return [{ type, status: 'False', reason: 'RepositoryNotReady', message: `${standing.waiting.join('; ')}.` }]
  return findCondition(conditions, type) === undefined
    ? []
    : [{ type, status: 'True', reason: 'AllRepositoriesReady', message: 'All repositories of the policy are ready.' }]
}

const sentence = ({ field, message }: Omit<Refusal, 'reason'>): string => `${field}: ${message}.`.replace(/\.\.$/, '.')
