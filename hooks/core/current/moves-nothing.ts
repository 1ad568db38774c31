import * as E from 'fp-ts/Either'
import type { Circumstances, Decision, HookFailure } from '../../hook'
import type { Need } from '../../need'
import { sameJson } from '../json/same-json'

interface Decided {
  readonly needs: ReadonlyArray<Need>
  readonly decide: () => E.Either<HookFailure, Decision>
}

/**
 * Whether an answer to what was sent would read, make, drop, tell and write nothing. Its parent may be older than what
 * is stored, but not than what the same caches have shown before: had a step been taken since, the Job or the label that
 * called for it would be in the call as well.
 */
export const movesNothing = (status: object | undefined, { needs, decide }: Decided): boolean => {
  if (needs.length > 0) return false
  const decided = decide()
  return E.isRight(decided) && isStill(decided.right) && sameJson(decided.right.status, { ...status })
}

const isStill = ({ children, effects, finalized }: Decision): boolean =>
  effects.length === 0 && finalized !== true && children.every(({ _tag }) => _tag === 'keep')

/** Before anything was read. */
export const unread = (circumstances: Circumstances): Circumstances => ({ ...circumstances, reads: new Map() })
