import type { Snapshot } from '../../api/kinds/snapshot'
import { findCondition } from '../core/conditions'
import { stagedAnswerOf, stageOf, WAITING_REASONS } from '../core/snapshot-run'
import { instantOf, type Instant } from '../core/time/instant'

/** Whether the run, or the second Job of one, waits for a stage that nobody has given an end to. */
export const isAsked = (snapshot: Snapshot): boolean => {
  const answer = stagedAnswerOf(snapshot)
  const condition = findCondition(snapshot.status?.conditions, 'SourceStaged')
  return (
    snapshot.metadata.deletionTimestamp === undefined &&
    ['launch', 'run'].includes(stageOf(snapshot)) &&
    (answer === undefined || 'waiting' in answer) &&
    (condition?.status === 'Unknown' || WAITING_REASONS.includes(condition?.reason ?? ''))
  )
}

/** When the run said that it waits. */
export const askedAt = ({ status }: Snapshot, now: Instant): Instant =>
  instantOf(findCondition(status?.conditions, 'SourceStaged')?.lastTransitionTime) ?? now
