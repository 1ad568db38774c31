import type { SnapshotPolicy } from '../../api/kinds/snapshot-policy'
import { findCondition, readyTriple, setConditions, type Condition, type ConditionUpdate } from '../core/conditions'
import type { Instant } from '../core/time/instant'
import type { Standing } from './standing'

/** A slot that could not be filled because of the spec. */
export interface Refusal {
  readonly field: string
  readonly message: string
}

/** Conditions of the policy: what is wrong with it or what it waits for, with the next step. */
export const conditionsOf = (
  policy: SnapshotPolicy,
  standing: Standing,
  refusal: Refusal | undefined,
  now: Instant,
): ReadonlyArray<Condition> => {
  const { status, metadata, spec } = policy
  return setConditions(
    status?.conditions,
    [...headline(standing, refusal, spec.suspend === true), ...repositoriesReady(status?.conditions, standing)],
    now,
    metadata.generation,
  )
}

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
      if (refusal !== undefined) return readyTriple('Stalled', 'InvalidSpec', sentence(refusal))
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

const sentence = ({ field, message }: Refusal): string => `${field}: ${message}.`.replace(/\.\.$/, '.')
